// __VERIFIER_nondet_memory fills an object.
// run: --seed 5 -p memsafety
// expect: exit 0
// check: --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --property memsafety -D TOO_MUCH
// expect: status 1: verdict: false(valid-deref)
// native: no (the function has no body)
#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void reach_error(void);
int main(void) {
  struct {
    int a;
    char b[5];
  } s;
  __VERIFIER_nondet_memory(&s, sizeof s);
  int values[2] = {1, 2};
#ifdef TOO_MUCH
  __VERIFIER_nondet_memory(values, sizeof values + 1);
#else
  __VERIFIER_nondet_memory(values + 1, sizeof *values);
#endif
  if (values[0] != 1) return 2;
  if (values[1] == 123456789) reach_error();
  return s.a == s.a + 0 ? 0 : 1;
}
