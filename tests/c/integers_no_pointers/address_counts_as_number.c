// An address is moved as a number, far beyond its object, and back to a distance.
// models: 32
// verdict: false, if any
#include <stdint.h>
extern void reach_error(void);

char a[4];
int main(void) {
  void *x = a;
  for (int i = 0; i < 300000; i++) x = (void *)((uintptr_t)x + 1);
  if ((uintptr_t)x - (uintptr_t)a == 300000) reach_error();
  return 0;
}
