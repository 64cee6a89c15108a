// Unsigned counters downwards: they are never negative, and what is below 0 is the largest number.
// check: --property termination --timeout 15 -D POSITIVE
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D NOT_NEGATIVE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SIZE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BELOW
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SIGNED
// expect: status 0: verdict: true
// native: no (it may not end)
#include <stddef.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef POSITIVE
  for (unsigned i = n; i > 0; i--) {}
#elif defined NOT_NEGATIVE
  for (unsigned i = n; i >= 0; i--) {}
#elif defined SIZE
  for (size_t i = 10; i >= 0; i--) {}
#elif defined BELOW
  for (unsigned i = n - 1; i < n; i--) {} // ends as 0 - 1 is not below n
#else
  for (int i = (int)(n >> 1); i >= 0; i--) {}
#endif
  return 0;
}
