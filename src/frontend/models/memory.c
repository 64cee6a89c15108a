// Functions of string.h and strings.h on plain bytes, beyond memcpy, memmove and memset.
#include "assay_models.h"

/// All bytes must be there, also those behind the first difference.
static int signOf_memcmp(const void* x, const void* y, size_t n) {
  const u8* a = x;
  const u8* b = y;
  __assay_reads(a, n);
  __assay_reads(b, n);
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return a[i] - b[i];
  }
  return 0;
}
COMPARISON(memcmp, (const void* a, const void* b, size_t n), (a, b, n))
/// Of this one, not even the sign is fixed.
UNSPECIFIED(int, bcmp);
MODEL(int, bcmp)(const void* a, const void* b, size_t n) {
  return signOf_memcmp(a, b, n) == 0 ? 0 : anyOfSign(__assay_unspecified_bcmp() | 1);
}

MODEL(void*, memchr)(const void* p, int c, size_t n) {
  const u8* bytes = p;
  for (size_t i = 0; i < n; ++i) {
    if (bytes[i] == (u8)c) return (void*)(bytes + i);
  }
  return NULL;
}
MODEL(void*, rawmemchr)(const void* p, int c) {
  const u8* bytes = p;
  while (*bytes != (u8)c) ++bytes;
  return (void*)bytes;
}
MODEL(void*, memrchr)(const void* p, int c, size_t n) {
  const u8* bytes = p;
  while (n-- > 0) {
    if (bytes[n] == (u8)c) return (void*)(bytes + n);
  }
  return NULL;
}
MODEL(void*, memmem)(const void* p, size_t n, const void* part, size_t partSize) {
  const u8* bytes = p;
  __assay_reads(p, n);
  __assay_reads(part, partSize);
  for (size_t i = 0; partSize <= n && i <= n - partSize; ++i) {
    size_t same = 0;
    while (same < partSize && bytes[i + same] == ((const u8*)part)[same]) ++same;
    if (same == partSize) return (void*)(bytes + i);
  }
  return NULL;
}
MODEL(void*, memccpy)(void* to, const void* from, int c, size_t n) {
  u8* target = to;
  const u8* source = from;
  size_t i = 0;
  int found = 0;
  for (; i < n && !found; ++i) {
    target[i] = source[i];
    found = target[i] == (u8)c;
  }
  excludeOverlap(to, i, from, i);
  return found ? target + i : NULL;
}

static void* copyBytes(void* to, const void* from, size_t n) {
  if (to != from) excludeOverlap(to, n, from, n);
  return (u8*)memcpy(to, from, n) + n;
}
MODEL(void*, mempcpy)(void* to, const void* from, size_t n) { return copyBytes(to, from, n); }
MODEL(void*, __mempcpy)(void* to, const void* from, size_t n) { return copyBytes(to, from, n); }
MODEL(void, bcopy)(const void* from, void* to, size_t n) { memmove(to, from, n); }
MODEL(void, bzero)(void* p, size_t n) { memset(p, 0, n); }
MODEL(void, explicit_bzero)(void* p, size_t n) { memset(p, 0, n); }
MODEL(void, swab)(const void* from, void* to, ssize_t n) {
  const u8* source = from;
  u8* target = to;
  if (n > 1 && to != from) excludeOverlap(to, (size_t)n, from, (size_t)n);
  for (ssize_t i = 0; i + 1 < n; i += 2) {
    const u8 low = source[i];
    target[i] = source[i + 1];
    target[i + 1] = low;
  }
}

// The checked forms that headers use under _FORTIFY_SOURCE.
MODEL(void*, __memcpy_chk)(void* to, const void* from, size_t n, size_t size) {
  if (size < n) abort();
  return memcpy(to, from, n);
}
MODEL(void*, __memmove_chk)(void* to, const void* from, size_t n, size_t size) {
  if (size < n) abort();
  return memmove(to, from, n);
}
MODEL(void*, __memset_chk)(void* to, int byte, size_t n, size_t size) {
  if (size < n) abort();
  return memset(to, byte, n);
}

MODEL(int, ffs)(int x) { return __builtin_ffs(x); }
MODEL(int, ffsl)(long x) { return __builtin_ffsl(x); }
MODEL(int, ffsll)(long long x) { return __builtin_ffsll(x); }

static u16 swapBytes16(u16 x) { return (u16)(x << 8 | x >> 8); }
static u32 swapBytes32(u32 x) { return __builtin_bswap32(x); }
MODEL(u16, htons)(u16 x) { return swapBytes16(x); }
MODEL(u16, ntohs)(u16 x) { return swapBytes16(x); }
MODEL(u32, htonl)(u32 x) { return swapBytes32(x); }
MODEL(u32, ntohl)(u32 x) { return swapBytes32(x); }
