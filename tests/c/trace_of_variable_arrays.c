// The trace of an array of variable length shows what the user has written, and nothing that the compiler made.
// check: -p assert --native-replay off
// expect: status 1: verdict: false(assert)
// expect: status 1: a[1] = 7 (int)
// expect: no: __vla_expr
// expect: no: &a =
// native: no (the assertion fails)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 2 || n > 3) return 0;
  int a[n];
  a[1] = 7;
  assert(a[n - 1] == 7 && n == 3);
  return 0;
}
