// Signed overflow is undefined. A proof holds for numbers that wrap around; an endless execution has no overflow.
// check: --property termination --timeout 15 -D WRAPS
// expect: status 0: verdict: true
// check: --property termination --timeout 2 -D NEVER
// expect: status 2: verdict: unknown
// check: --property termination --timeout 2 -D NEGATE
// expect: status 2: verdict: unknown
// check: --property termination --timeout 2 -D JUMP
// expect: status 2: verdict: unknown
// check: --property termination --timeout 15 -D BEFORE
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef WRAPS
  for (int i = 1; i > 0; i++) {}
#elif defined NEVER
  int i = 0;
  while (i <= INT_MAX) i++;
#elif defined NEGATE
  int x = __VERIFIER_nondet_int();
  while (x < 0) x = -x; // INT_MIN stays what it is, if numbers wrap around
#elif defined JUMP
  for (int i = 0; i != 10; i += 4) {}
#else
  int x = __VERIFIER_nondet_int(), y = 0;
  while (x > 0) {
    y = x - 1; // no overflow
    x = y + 1;
  }
#endif
  return 0;
}
