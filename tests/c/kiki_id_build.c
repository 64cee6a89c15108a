// Needs the invariant i >= 0 (DepthK, Figure 3), or a longer history than one round.
// check: --engine kiki --property assert
// expect: status 0: verdict: true
// check: --engine intervals --property assert
// expect: status 0: verdict: true
// check: --engine havoc --property assert --timeout 3
// expect: status 2: verdict: unknown
// native: no (inputs)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int nlen = __VERIFIER_nondet_int();
  for (int i = 0; i < nlen; i++) {
    for (int j = 0; j < 8; j++) {
      assert(0 <= nlen - 1 - i);
      assert(nlen - 1 - i < nlen);
    }
  }
  return 0;
}
