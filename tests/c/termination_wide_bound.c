// A counter of 32 bits against a bound of 64.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FITS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D WIDE
// expect: status 0: verdict: true
// native: no (it may not end)
#include <limits.h>
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
#ifdef WIDE
  for (unsigned long i = 0; i < n; i++) {}
#else
#ifdef FITS
  if (n > UINT_MAX) return 1;
#endif
  for (unsigned i = 0; i < n; i++) {}
#endif
  return 0;
}
