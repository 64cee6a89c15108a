// check: --property assert --engine ic3ia --timeout 60
// expect: status 0: verdict: true
// check: --property assert --engine ic3ia --timeout 60 -D MORE=1
// expect: status 1: verdict: false(assert)
// native: no (inputs)
//
// One counter moves at half of another's speed. In the second loop the first one is dead: what is left of it is that 2k + 2j is about n,
// if there was an iteration at all.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#ifndef MORE
#define MORE 0
#endif

int main(void) {
  const int n = __VERIFIER_nondet_int();
  if (n > 1000000) return 0;
  int k = n;
  for (int i = 0; i < n; i += 2) --k;
  for (int j = 0; j < n / 2 + MORE; ++j) {
    assert(k > 0);
    --k;
  }
}
