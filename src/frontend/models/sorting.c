// stdlib.h and search.h: sorting, and searching in arrays. C leaves the order of equal elements open, and which of
// several equal elements is found.
#include "assay_models.h"

static void swapBytes(u8* a, u8* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const u8 byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}
static int sameBytes(const u8* a, const u8* b, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    if (a[i] != b[i]) return 0;
  }
  return 1;
}
/// Whether b may be put before a, of which the comparison says `order`.
static int mayPrecede(int order, const u8* a, const u8* b, size_t size) {
  if (order != 0) return order > 0;
  return !sameBytes(a, b, size) && __assay_unspecified_choice() != 0;
}

UNSPECIFIED(size_t, element);
static const u8* anyElement(const u8* elements, size_t count, size_t size) {
  const size_t i = __assay_unspecified_element();
  __VERIFIER_assume(i < count);
  return elements + i * size;
}

/// Which elements are compared, and how often, is open. A comparison has no effect (comparison_effects.cpp), but it may
/// fail: so any two are compared, in an execution that then has told all that it can tell. Few runs on random inputs
/// are of this kind.
UNSPECIFIED(int, other_comparison);
static int makesOtherComparison(void) { return __assay_unspecified_other_comparison() == 77; }
#define COMPARE_ANY(order)                                                                                             \
  if (count > 1 && makesOtherComparison()) {                                                                           \
    const u8* const a = anyElement(base, count, size);                                                                 \
    const u8* const b = anyElement(base, count, size);                                                                 \
    (void)order;                                                                                                       \
    __VERIFIER_assume(0);                                                                                              \
  }
/// Insertion sort: each element moves to any place among those that are equal to it.
#define SORT(order)                                                                                                    \
  COMPARE_ANY(order)                                                                                                   \
  u8* const elements = base;                                                                                           \
  for (size_t i = 1; i < count; ++i) {                                                                                 \
    for (size_t j = i; j > 0; --j) {                                                                                   \
      u8* const a = elements + (j - 1) * size;                                                                         \
      u8* const b = elements + j * size;                                                                               \
      if (!mayPrecede(order, a, b, size)) break;                                                                       \
      swapBytes(a, b, size);                                                                                           \
    }                                                                                                                  \
  }
MODEL(void, qsort)(void* base, size_t count, size_t size, int (*compare)(const void*, const void*)){
    SORT(compare(a, b))} MODEL(void, qsort_r)(void* base, size_t count, size_t size,
                                              int (*compare)(const void*, const void*, void*), void* argument) {
  SORT(compare(a, b, argument))
}

typedef int Comparison(const void*, const void*);

/// One of the elements beside `found` that match as well.
static const u8* anyMatch(const void* key, const u8* first, const u8* end, const u8* found, size_t size,
                          Comparison* compare) {
  while (found > first && __assay_unspecified_choice() != 0 && compare(key, found - size) == 0) found -= size;
  while (found + size < end && __assay_unspecified_choice() != 0 && compare(key, found + size) == 0) found += size;
  return found;
}

MODEL(void*, bsearch)(const void* key, const void* base, size_t count, size_t size, Comparison* compare) {
  const u8* elements = base;
  if (count > 0 && makesOtherComparison()) { // as when sorting, any comparison
    (void)compare(key, anyElement(elements, count, size));
    __VERIFIER_assume(0);
  }
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const u8* const element = elements + middle * size;
    const int order = compare(key, element);
    if (order == 0) return (void*)anyMatch(key, elements + low * size, elements + high * size, element, size, compare);
    if (order < 0) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return NULL;
}

static void* linearSearch(const void* key, const void* base, size_t count, size_t size, Comparison* compare) {
  const u8* elements = base;
  for (size_t i = 0; i < count; ++i) {
    if (compare(key, elements + i * size) == 0) return (void*)(elements + i * size);
  }
  return NULL;
}
MODEL(void*, lfind)(const void* key, const void* base, size_t* count, size_t size, Comparison* compare) {
  return linearSearch(key, base, *count, size, compare);
}
MODEL(void*, lsearch)(const void* key, void* base, size_t* count, size_t size, Comparison* compare) {
  void* const found = linearSearch(key, base, *count, size, compare);
  if (found != NULL) return found;
  return memcpy((u8*)base + (*count)++ * size, key, size);
}
