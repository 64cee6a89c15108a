// Around a circle in steps of two, or downwards to a remainder.
// check: --property termination --timeout 15 -D EVEN
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ODD
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D REMAINDER
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D MASK
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef EVEN
  for (unsigned i = 0; i != 6; i = (i + 2) % 8) {}
#elif defined ODD
  for (unsigned i = 0; i != 5; i = (i + 2) % 8) {}
#elif defined REMAINDER
  unsigned m = 1000;
  while (n != 0) { // Euclid's algorithm
    unsigned rest = m % n;
    m = n;
    n = rest;
  }
#else
  for (unsigned i = n; i < 20; i = (i + 1) & 15) {}
#endif
  return 0;
}
