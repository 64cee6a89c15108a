// stdlib.h: allocation beyond malloc, calloc and free.
#include "assay_models.h"

/// As glibc does: a size of 0 frees. A block of the wanted size stays where it is, or moves; others move, for an object
/// has one size from beginning to end. A block that cannot be moved stays as it was.
static void* resize(void* p, size_t size) {
  if (p == NULL) return malloc(size);
  if (!__assay_freeable(p)) free(p); // what is wrong is the pointer, not an access
  if (size == 0) {
    free(p);
    return NULL;
  }
  const size_t old = __assay_object_size(p);
  if (old == size && __assay_unspecified_choice()) return p;
  void* q = malloc(size);
  if (q == NULL) return NULL;
  memcpy(q, p, old < size ? old : size);
  free(p);
  return q;
}

MODEL(void*, realloc)(void* p, size_t size) { return resize(p, size); }
MODEL(void*, reallocarray)(void* p, size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errorNumber = ENOMEM;
    return NULL;
  }
  return resize(p, bytes);
}

static int isPowerOfTwo(size_t x) { return x != 0 && (x & (x - 1)) == 0; }

MODEL(int, posix_memalign)(void** result, size_t alignment, size_t size) {
  if (!isPowerOfTwo(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* p = malloc(size);
  if (p == NULL) return ENOMEM;
  *result = p;
  return 0;
}
MODEL(void*, aligned_alloc)(size_t alignment, size_t size) {
  if (!isPowerOfTwo(alignment)) {
    errorNumber = EINVAL;
    return NULL;
  }
  return malloc(size);
}
MODEL(void*, memalign)(size_t alignment, size_t size) { return malloc(size); }
MODEL(void*, pvalloc)(size_t size) {
  if (size > ~(size_t)4095) {
    errorNumber = ENOMEM;
    return NULL;
  }
  return malloc((size + 4095) / 4096 * 4096);
}
MODEL(void*, valloc)(size_t size) { return malloc(size); }
MODEL(void, cfree)(void* p) { free(p); }
UNSPECIFIED(size_t, malloc_usable_size);
/// At least as many bytes as were asked for.
MODEL(size_t, malloc_usable_size)(void* p) {
  if (p == NULL) return 0;
  const size_t size = __assay_object_size(p);
  const size_t usable = __assay_unspecified_malloc_usable_size();
  __VERIFIER_assume(usable >= size && usable - size <= 8192);
  return usable;
}
