// x := 2 x - 1 (DepthK, Figure 1), with integers: as an int it becomes negative after 31 rounds; as an unsigned it stays
// odd, so it is never zero. Any starting value breaks that.
// check: --engine kiki --property assert -D TYPE=int
// expect: status 1: verdict: false(assert)
// check: --engine kiki --property assert -D TYPE=unsigned
// expect: status 0: verdict: true
// check: --engine congruences --property assert -D TYPE=unsigned
// expect: status 0: verdict: true
// check: --engine kiki --property assert -D TYPE=unsigned -D ANY_START
// expect: status 1: verdict: false(assert)
// native: no (inputs)
#include <assert.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
#ifdef ANY_START
  TYPE x = __VERIFIER_nondet_uint();
#else
  TYPE x = 2;
#endif
  while (i < n) {
    x = 2 * x - 1;
    ++i;
  }
  assert(x > 0);
  return 0;
}
