// Each round takes the last one of a number, or keeps only that.
// check: --property termination --timeout 15 -D CLEAR
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D LOWEST
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D KEEP
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FILL
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SIGNED
// expect: status 0: verdict: true
// native: no (it may not end)
#include <limits.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef CLEAR
  while (x) x &= x - 1;
#elif defined LOWEST
  while (x) x -= x & -x;
#elif defined KEEP
  while (x) x &= -x;
#elif defined FILL
  while (x != UINT_MAX) x |= x + 1;
#else
  int y = (int)(x >> 1);
  while (y) y &= y - 1;
#endif
  return 0;
}
