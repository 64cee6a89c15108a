// The difference of far elements of one array.
// models: 32 64
// verdict: true
extern void reach_error(void);

#include <stddef.h>
char a[100000];
int main(void) {
  char *p = a + 99999, *q = a;
  ptrdiff_t d = p - q;
  int n = 0;
  while (q != p) {
    q += 9;
    n++;
    if (n > 11111) reach_error();
  }
  if (d != 99999) reach_error();
  return 0;
}
