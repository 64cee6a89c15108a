// Proofs without invariants rest on what a solver has refuted: another one looks at that once more, and the report says at
// how much of it.
// check: --engine symex --property assert
// expect: status 0: refutations confirmed by z3)
// expect: no: (0 of
// check: --engine bmc --property assert
// expect: status 0: back edges (forward condition) (
// expect: status 0: confirmed by z3)
// expect: no: (0 of
// check: --property assert
// expect: status 0: confirmed by z3)
// check: --engine symex --property assert --certify none
// expect: status 0: paths end without a violation
// expect: no: confirmed
// check: --engine bmc --property assert --certify none
// expect: status 0: (forward condition)
// expect: no: confirmed
// check: --engine bmc --property assert -D WRONG
// expect: status 1: verdict: false(assert)
// expect: no: confirmed by
// run: --inputs 3,200,77
// expect: exit 0
// native: yes
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  unsigned char smallest = 255, largest = 0;
  for (int i = 0; i < 3; i++) {
    unsigned char x = __VERIFIER_nondet_uchar();
    if (x < smallest) smallest = x;
    if (x > largest) largest = x;
  }
  assert(smallest <= largest);
  unsigned char middle = smallest + (largest - smallest) / 2;
  assert(smallest <= middle && middle <= largest);
#ifdef WRONG
  assert(middle < largest);
#endif
  return 0;
}
