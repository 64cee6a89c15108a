// __VERIFIER_nondet_memory fills an object.
// run: --seed 5 -p memsafety
// expect: exit 0
// native: no (the function has no body)
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
int main(void) {
  struct {
    int a;
    char b[5];
  } s;
  __VERIFIER_nondet_memory(&s, sizeof s);
  return s.a == s.a + 0 ? 0 : 1;
}
