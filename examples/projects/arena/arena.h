// Memory that is given out piece by piece and taken back all at once.
#ifndef ARENA_H
#define ARENA_H

#include <stddef.h>

struct arena {
  unsigned char *memory;
  size_t size, used;
};

/// Null if there is no room. `alignment` is a power of 2.
void *arena_take(struct arena *arena, size_t size, size_t alignment);

#endif
