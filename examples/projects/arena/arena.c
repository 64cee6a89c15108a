#include "arena.h"

void *arena_take(struct arena *arena, size_t size, size_t alignment) {
  size_t begin = (arena->used + alignment - 1) & ~(alignment - 1);
#ifdef FIXED
  if (begin > arena->size || size > arena->size - begin) return NULL;
#else
  if (begin + size > arena->size) return NULL; // the sum may wrap around
#endif
  arena->used = begin + size;
  return arena->memory + begin;
}
