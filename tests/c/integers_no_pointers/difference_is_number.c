// A difference of pointers is a number: it counts on from there.
// models: 32 64
// verdict: false
extern void reach_error(void);

#include <stddef.h>
int a[1000];
int main(void) {
  ptrdiff_t d = &a[900] - &a[0];
  d += 300000;
  for (int i = 0; i < 300000; i++) d++;
  if (d == 600900) reach_error();
  return 0;
}
