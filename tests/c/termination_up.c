// An unsigned counter up to a bound that it may reach: i <= n holds for ever if n is the largest number.
// check: --property termination --timeout 15 -D LESS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D AT_MOST
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BOUNDED
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D LARGEST
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
#include <limits.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef LESS
  for (unsigned i = 0; i < n; i++) {}
#elif defined AT_MOST
  for (unsigned i = 0; i <= n; i++) {}
#elif defined BOUNDED
  if (n == UINT_MAX) return 1;
  for (unsigned i = 0; i <= n; i++) {}
#else
  for (unsigned i = n; i <= UINT_MAX; i++) {}
#endif
  return 0;
}
