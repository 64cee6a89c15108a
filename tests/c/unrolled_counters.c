// check: --property assert --engine ic3ia --timeout 18
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 18
// expect: status 0: verdict: true
// check: --property assert --engine ic3ia --timeout 18 -D LAST=3
// expect: status 1: verdict: false(assert)
// check: --property assert --engine ic3ia --timeout 18 -D EARLY
// expect: status 1: verdict: false(assert)
// native: no (inputs of all kinds)
// Loops of a few iterations, one in the other, are gone before a proof looks for invariants of the one that is left: places of the
// arrays are constants then.
#include <assert.h>
#ifndef LAST
#define LAST 2
#endif
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int limit[2][3], used[2] = {0, 0}, i, j;
  for (i = 0; i < 2; ++i)
    for (j = 0; j <= 2; ++j) {
      limit[i][j] = i + j;
#ifdef EARLY
      if (__VERIFIER_nondet_int() == 77) break;
#endif
    }
#ifdef EARLY
  assert(j == 3);
#endif
  while (__VERIFIER_nondet_int()) {
    if (used[1] < limit[1][1]) ++used[1];
    if (used[0] < limit[0][LAST % 3] && __VERIFIER_nondet_int()) ++used[0];
    assert(used[0] <= 2 && used[1] <= LAST);
    assert(used[0] != 2 || LAST == 2);
    assert(LAST == 2 || used[1] < 2);
  }
  return 0;
}
