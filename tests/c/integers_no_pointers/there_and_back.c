// A pointer as an integer and back is the same pointer.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

#include <stdint.h>
int main(void) {
  int a = 1, b = 2;
  uintptr_t x = (uintptr_t)(__VERIFIER_nondet_int() ? &a : &b);
  int *p = (int *)x;
  *p = 3;
  if (a + b != 5 && a + b != 4) reach_error();
  return 0;
}
