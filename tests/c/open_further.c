// The model leaves open where objects are, and the first violation that symbolic execution finds depends on that: the
// compiled program does not come there. It does not count, and others are looked for.
// check: --native-replay on --timeout 40
// expect: status 1: verdict: false(unreach-call)
// check: --native-replay on --timeout 40 --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: --native-replay on --timeout 40 -D NONE
// expect: status 2: DOES NOT FAIL AS PREDICTED
// verdict: unknown (what a violation rests on is open, and the compiled program is not run here)
// native: no (the compiled program has one order of addresses)
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);
int first, second;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), sum = 0;
  if ((uintptr_t)&first > (uintptr_t)&second + 100000000) return 1 / (int)(n - n);
  for (unsigned i = 0; i < n % 8; i++) sum = sum * 31 + n;
#ifndef NONE
  if (n % 8 == 5 && sum % 64 == 13) reach_error();
#endif
  return 0;
}
