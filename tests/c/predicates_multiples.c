// check: --property assert --engine ic3ia --timeout 60
// expect: status 0: verdict: true
// check: --property assert --engine ic3ia --timeout 60 -D FIRST=1
// expect: status 1: verdict: false(assert)
// check: --property assert --engine multiples -D STRIDE
// expect: status 0: verdict: true
// native: no (inputs)
//
// A counter goes in steps that an input tells, and so gets to where it stops exactly.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

#ifndef FIRST
#define FIRST 0
#endif

int main(void) {
  const unsigned k = __VERIFIER_nondet_uint();
  if (k == 0 || k > 6) return 0;
  unsigned i;
#ifdef STRIDE
  for (i = 0; i < 1000 + k; i += 3) assert(i % 3 == 0);
#else
  for (i = FIRST; i < 1000 * k; i += k) {}
  assert(i == 1000 * k);
#endif
}
