// Loops without a condition that end all the same: exit, abort, a failed assertion or assumption, longjmp, an undefined access, a division by 0.
// check: --property termination --timeout 15 -D EXIT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ABORT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ASSERTION
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ASSUMPTION
// expect: status 0: verdict: true
// verdict: true --property termination -D JUMP
// check: --property termination --timeout 15 -D ACCESS
// expect: status 2: undefined: invalid write to memory
// check: --property termination --timeout 15 -D DIVISION
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D NO_INPUT
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static jmp_buf back;
static void count(unsigned i) {
  if (i == 20) longjmp(back, 1);
}
int main(void) {
  unsigned i = 0, n = __VERIFIER_nondet_uint();
  int numbers[10] = {0};
#ifdef JUMP
  if (setjmp(back)) return 0;
#endif
  for (;; i++) {
#ifdef EXIT
    if (i == n) exit(1);
#elif defined ABORT
    if (i == n) abort();
#elif defined ASSERTION
    assert(i < 30);
#elif defined ASSUMPTION
    __VERIFIER_assume(i < n);
#elif defined JUMP
    count(i);
#elif defined ACCESS
    numbers[i] = 1;
#elif defined DIVISION
    numbers[0] = 10 / (20 - (int)i);
#else
    if (__VERIFIER_nondet_uint() == 3) return 0;
#endif
  }
}
