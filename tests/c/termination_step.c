// Steps that jump over the bound: odd ones meet it after having wrapped around, even ones may never do.
// check: --property termination --timeout 15 -D TENS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D EVEN
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D CHAR
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D CHAR_EVEN
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D LESS
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D ROOM
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ODD
// expect: status 0: verdict: true
// native: no (it may not end)
#include <limits.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
#ifdef TENS
  for (unsigned i = 0; i != 100; i += 10) {}
#elif defined EVEN
  for (unsigned i = 0; i != 10; i += 4) {}
#elif defined CHAR
  for (unsigned char i = 0; i != 10; i += 3) {}
#elif defined CHAR_EVEN
  for (unsigned char i = 1; i != 10; i += 2) {}
#elif defined LESS
  for (unsigned i = 0; i < UINT_MAX - 2; i += 4) {} // from the last multiple of 4 below that to 0
#elif defined ODD
  for (unsigned i = 0; i != 10; i += 3) {} // 10 is met when i comes around again
#else
  unsigned n = __VERIFIER_nondet_uint();
  if (n > UINT_MAX - 3) return 1;
  for (unsigned i = 0; i < n; i += 4) {}
#endif
  return 0;
}
