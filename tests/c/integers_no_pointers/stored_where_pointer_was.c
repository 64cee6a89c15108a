// A number is stored where a pointer was, and counts there.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);

#include <stdlib.h>
int main(void) {
  int a = 1;
  void *m = malloc(sizeof(long));
  if (!m) return 0;
  *(int **)m = &a;
  **(int **)m = 3;
  *(long *)m = 500000;
  for (int i = 0; i < 400000; i++) *(long *)m += 1;
  if (*(long *)m == 900000 && a == 3) reach_error();
  free(m);
  return 0;
}
