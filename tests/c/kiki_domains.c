// What needs equations between variables, remainders, and states that do not occur together.
// check: --engine kiki --property assert -D EQUATION
// expect: status 0: verdict: true
// check: --engine equalities --property assert -D EQUATION
// expect: status 0: verdict: true
// check: --engine zones --property assert -D EQUATION --timeout 5
// expect: status 2: verdict: unknown
// check: --engine congruences --property assert -D REMAINDER
// expect: status 0: verdict: true
// check: --engine octagons --property assert -D REMAINDER --timeout 5
// expect: status 2: verdict: unknown
// check: --engine disequalities --property assert -D MACHINE
// expect: status 0: verdict: true
// check: --engine octagons --property assert -D MACHINE --timeout 5
// expect: status 2: verdict: unknown
// native: no (inputs)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef EQUATION
  int i = __VERIFIER_nondet_int(), j = __VERIFIER_nondet_int();
  unsigned x = i, y = j;
  while (x != 0) {
    x--;
    y--;
  }
  if (i == j) assert(y == 0);
#endif
#ifdef REMAINDER
  unsigned x = 0;
  while (__VERIFIER_nondet_int()) x += 4;
  assert(x % 4 == 0);
#endif
#ifdef MACHINE
  int state = 10, mark = 0;
  while (__VERIFIER_nondet_int()) {
    if (state == 10) {
      state = __VERIFIER_nondet_int() ? 20 : 40;
      mark = 0;
    } else if (state == 20) {
      state = 30;
      mark = 3;
    } else if (state == 30) {
      assert(mark == 3);
      state = 10;
    } else {
      assert(mark == 0);
    }
  }
#endif
  return 0;
}
