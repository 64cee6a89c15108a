// wchar.h: the string functions on wide characters (int on both targets).
#include "assay_models.h"

MODEL(size_t, wcslen)(const wide* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}
MODEL(wide*, wcscpy)(wide* to, const wide* from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) ++i;
  excludeOverlap(to, (i + 1) * sizeof(wide), from, (i + 1) * sizeof(wide));
  return to;
}
MODEL(wide*, wcsncpy)(wide* to, const wide* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  excludeOverlap(to, n * sizeof(wide), from, (i < n ? i + 1 : n) * sizeof(wide));
  for (; i < n; ++i) to[i] = 0;
  return to;
}
MODEL(wide*, wcscat)(wide* to, const wide* from) {
  size_t end = 0;
  while (to[end] != 0) ++end;
  for (size_t i = 0; (to[end + i] = from[i]) != 0; ++i) {
  }
  return to;
}
MODEL(wide*, wcsncat)(wide* to, const wide* from, size_t n) {
  size_t end = 0;
  while (to[end] != 0) ++end;
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[end + i] = from[i];
  to[end + i] = 0;
  return to;
}
static int signOf_wcscmp(const wide* a, const wide* b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) ++i;
  return (a[i] > b[i]) - (a[i] < b[i]);
}
static int signOf_wcsncmp(const wide* a, const wide* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] == 0 || a[i] != b[i]) return (a[i] > b[i]) - (a[i] < b[i]);
  }
  return 0;
}
MODEL(wide*, wcschr)(const wide* s, wide c) {
  for (; *s != c; ++s) {
    if (*s == 0) return NULL;
  }
  return (wide*)s;
}
MODEL(wide*, wmemset)(wide* to, wide c, size_t n) {
  for (size_t i = 0; i < n; ++i) to[i] = c;
  return to;
}
MODEL(wide*, wmemcpy)(wide* to, const wide* from, size_t n) {
  if (to != from) excludeOverlap(to, n * sizeof(wide), from, n * sizeof(wide));
  return memcpy(to, from, n * sizeof(wide));
}
MODEL(wide*, wmemmove)(wide* to, const wide* from, size_t n) { return memmove(to, from, n * sizeof(wide)); }
static int signOf_wmemcmp(const wide* a, const wide* b, size_t n) {
  __assay_reads(a, n * sizeof(wide));
  __assay_reads(b, n * sizeof(wide));
  for (size_t i = 0; i < n; ++i) {
    if (a[i] != b[i]) return a[i] > b[i] ? 1 : -1;
  }
  return 0;
}
COMPARISON(wcscmp, (const wide* a, const wide* b), (a, b))
COMPARISON(wcsncmp, (const wide* a, const wide* b, size_t n), (a, b, n))
COMPARISON(wmemcmp, (const wide* a, const wide* b, size_t n), (a, b, n))
