// Counters in blocks of the heap, which may be freed, moved, or the same block.
// check: --property termination --timeout 15
// expect: status 0: verdict: true
// verdict: true --property termination -D MOVED
// check: --property termination --timeout 15 -D SHARED
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FREED
// expect: status 2: undefined: invalid read of memory
// native: no (it may not end)
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned *left = malloc(sizeof *left), *other = malloc(sizeof *other);
  if (!left || !other) return 1;
  *left = *other = __VERIFIER_nondet_uchar() & 7;
#ifdef MOVED
  while (*left > 0) {
    unsigned *moved = realloc(left, 2 * sizeof *left);
    if (!moved) return 1;
    left = moved;
    --*left;
  }
#elif defined SHARED
  free(other);
  other = left;
  while (*left > 0) {
    --*left;
    ++*other;
  }
#elif defined FREED
  free(left);
  while (*left > 0) --*left; // this access ends the execution, whatever it does
#else
  while (*left > 0) {
    --*left;
    ++*other;
  }
#endif
  return 0;
}
