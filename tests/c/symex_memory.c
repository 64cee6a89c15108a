// What can be wrong with memory and arithmetic, each behind a branch on inputs that symbolic execution has to find.
// check: --engine symex --property valid-memsafety
// expect: status 0: verdict: true
// check: --engine symex --property no-overflow
// expect: status 0: verdict: true
// check: --engine symex --property valid-memsafety -D NULL_POINTER
// expect: status 1: verdict: false(valid-deref)
// check: --engine symex --property valid-memsafety -D BOUNDS
// expect: status 1: verdict: false(valid-deref)
// check: --engine symex --property valid-memsafety -D BOUNDS --pointers merge
// expect: status 1: verdict: false(valid-deref)
// check: --engine symex --property valid-memsafety -D AFTER_FREE
// expect: status 1: verdict: false(valid-deref)
// check: --engine symex --property valid-memsafety -D TWICE
// expect: status 1: verdict: false(valid-free)
// check: --engine symex --property valid-memsafety -D INSIDE
// expect: status 1: verdict: false(valid-free)
// check: --engine symex --property valid-memsafety -D DEAD
// expect: status 1: verdict: false(valid-deref)
// check: --engine symex --property valid-memsafety -D LOST
// expect: status 1: verdict: false(valid-memtrack)
// check: --engine symex --property valid-memcleanup -D LOST
// expect: status 1: verdict: false(valid-memcleanup)
// check: --engine symex --property no-overflow -D OVERFLOW
// expect: status 1: verdict: false(no-overflow)
// check: --engine symex --property valid-memsafety --max-states 1
// expect: status 0: verdict: true
// native: no (the inputs decide)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int *dangling;

static void callee(void) {
  int local = 5;
#ifdef DEAD
  dangling = &local;
#endif
  if (dangling) *dangling = local;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  if (n < 1 || n > 40 || i < 0) return 0;
#ifdef BOUNDS
  if (i > n) return 0;
#else
  if (i >= n) return 0;
#endif
  int *numbers = malloc((unsigned long)n * sizeof(int)), *other = malloc(8);
  numbers[i] = n;
  other[0] = other[1] = 1;
  int *either = i == 7 ? numbers : other;
#ifdef NULL_POINTER
  if (n == 23 && i == 11) either = 0;
#endif
  *either = 3;
  callee();
#ifdef DEAD
  if (i == 17) *dangling = 1;
#endif
#ifdef OVERFLOW
  if (n == 33) n += 2147483600 + i;
#endif
  if (n + i == 50) numbers[i]++;
#ifdef LOST
  if (i == 39) numbers = 0;
#endif
#ifdef INSIDE
  if (n == 2) numbers++;
#endif
  free(numbers);
#ifdef AFTER_FREE
  if (i == 3) *numbers = 1;
#endif
#ifdef TWICE
  if (i == 3 && n == 5) free(numbers);
#endif
  free(other);
  return 0;
}
