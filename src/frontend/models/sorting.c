// stdlib.h: qsort and bsearch. The order of equal elements is open in C; this sort is stable, as glibc's usually is.
#include "assay_models.h"

static void swapBytes(u8* a, u8* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const u8 byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

MODEL(void, qsort)(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  u8* elements = base;
  for (size_t i = 1; i < count; ++i) {
    for (size_t j = i; j > 0 && compare(elements + (j - 1) * size, elements + j * size) > 0; --j) {
      swapBytes(elements + (j - 1) * size, elements + j * size, size);
    }
  }
}

MODEL(void, qsort_r)
(void* base, size_t count, size_t size, int (*compare)(const void*, const void*, void*), void* argument) {
  u8* elements = base;
  for (size_t i = 1; i < count; ++i) {
    for (size_t j = i; j > 0 && compare(elements + (j - 1) * size, elements + j * size, argument) > 0; --j) {
      swapBytes(elements + (j - 1) * size, elements + j * size, size);
    }
  }
}

MODEL(void*, bsearch)
(const void* key, const void* base, size_t count, size_t size, int (*compare)(const void*, const void*)) {
  const u8* elements = base;
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = (low + high) / 2;
    const int order = compare(key, elements + middle * size);
    if (order == 0) return (void*)(elements + middle * size);
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}
