// Two pieces of any size: each of them lies inside, and they do not overlap.
#include "arena.h"

#include <assert.h>

extern size_t __VERIFIER_nondet_size_t(void);

int main(void) {
  unsigned char memory[32];
  struct arena arena = {memory, sizeof memory, 0};
  size_t first = __VERIFIER_nondet_size_t(), second = __VERIFIER_nondet_size_t();
  unsigned char *a = arena_take(&arena, first, 1);
  unsigned char *b = arena_take(&arena, second, 8);
  if (a && first) a[first - 1] = 1;
  if (b && second) b[second - 1] = 1;
  if (a && b) assert(b >= a + first && (b - memory) % 8 == 0);
  return 0;
}
