// string.h and strings.h: copying, comparing and measuring.
#include "assay_models.h"

MODEL(size_t, strlen)(const char* s) { return stringLength(s); }

MODEL(size_t, strnlen)(const char* s, size_t limit) {
  size_t n = 0;
  while (n < limit && s[n] != 0) ++n;
  return n;
}

/// Copies up to and with the terminator; returns where that stands in `to`.
static char* copyString(char* to, const char* from) {
  size_t i = 0;
  while ((to[i] = from[i]) != 0) ++i;
  excludeOverlap(to, i + 1, from, i + 1);
  return to + i;
}

/// Copies at most n characters and fills up with zeros; returns the first zero, or to + n.
static char* copyPadded(char* to, const char* from, size_t n) {
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) to[i] = from[i];
  excludeOverlap(to, n, from, i < n ? i + 1 : n);
  char* const end = to + i;
  for (; i < n; ++i) to[i] = 0;
  return end;
}

MODEL(char*, strcpy)(char* to, const char* from) {
  copyString(to, from);
  return to;
}
MODEL(char*, stpcpy)(char* to, const char* from) { return copyString(to, from); }
MODEL(char*, __stpcpy)(char* to, const char* from) { return copyString(to, from); }
MODEL(char*, __strcpy_chk)(char* to, const char* from, size_t size) {
  if (stringLength(from) >= size) abort();
  copyString(to, from);
  return to;
}
MODEL(char*, strncpy)(char* to, const char* from, size_t n) {
  copyPadded(to, from, n);
  return to;
}
MODEL(char*, __strncpy_chk)(char* to, const char* from, size_t n, size_t size) {
  if (size < n) abort();
  copyPadded(to, from, n);
  return to;
}
MODEL(char*, stpncpy)(char* to, const char* from, size_t n) { return copyPadded(to, from, n); }

MODEL(char*, strcat)(char* to, const char* from) {
  copyString(to + stringLength(to), from);
  return to;
}
MODEL(char*, __strcat_chk)(char* to, const char* from, size_t size) {
  const size_t used = stringLength(to);
  if (used + stringLength(from) >= size) abort();
  copyString(to + used, from);
  return to;
}
MODEL(char*, strncat)(char* to, const char* from, size_t n) {
  char* end = to + stringLength(to);
  size_t i = 0;
  for (; i < n && from[i] != 0; ++i) end[i] = from[i];
  end[i] = 0;
  excludeOverlap(end, i + 1, from, i < n ? i + 1 : n);
  return to;
}

MODEL(size_t, strlcpy)(char* to, const char* from, size_t size) {
  const size_t length = stringLength(from);
  if (size == 0) return length;
  const size_t copied = length < size ? length : size - 1;
  excludeOverlap(to, copied + 1, from, length + 1);
  for (size_t i = 0; i < copied; ++i) to[i] = from[i];
  to[copied] = 0;
  return length;
}
MODEL(size_t, strlcat)(char* to, const char* from, size_t size) {
  size_t used = 0;
  while (used < size && to[used] != 0) ++used;
  const size_t length = stringLength(from);
  if (used == size) return size + length;
  const size_t room = size - used - 1;
  const size_t copied = length < room ? length : room;
  excludeOverlap(to, used + copied + 1, from, length + 1);
  for (size_t i = 0; i < copied; ++i) to[used + i] = from[i];
  to[used + copied] = 0;
  return used + length;
}

static int signOf_strcmp(const char* a, const char* b) {
  size_t i = 0;
  while (a[i] != 0 && a[i] == b[i]) ++i;
  return (u8)a[i] - (u8)b[i];
}
static int signOf_strcoll(const char* a, const char* b) { return signOf_strcmp(a, b); }
static int signOf_strncmp(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    if (a[i] == 0 || a[i] != b[i]) return (u8)a[i] - (u8)b[i];
  }
  return 0;
}
static int signOf_strcasecmp(const char* a, const char* b) {
  size_t i = 0;
  while (a[i] != 0 && toLower((u8)a[i]) == toLower((u8)b[i])) ++i;
  return toLower((u8)a[i]) - toLower((u8)b[i]);
}
static int signOf_strncasecmp(const char* a, const char* b, size_t n) {
  for (size_t i = 0; i < n; ++i) {
    const int x = toLower((u8)a[i]);
    const int y = toLower((u8)b[i]);
    if (x == 0 || x != y) return x - y;
  }
  return 0;
}
COMPARISON(strcmp, (const char* a, const char* b), (a, b))
COMPARISON(strcoll, (const char* a, const char* b), (a, b))
COMPARISON(strncmp, (const char* a, const char* b, size_t n), (a, b, n))
COMPARISON(strcasecmp, (const char* a, const char* b), (a, b))
COMPARISON(strncasecmp, (const char* a, const char* b, size_t n), (a, b, n))
MODEL(size_t, strxfrm)(char* to, const char* from, size_t n) {
  const size_t length = stringLength(from);
  if (n > length)
    copyPadded(to, from, length + 1);
  else
    __VERIFIER_nondet_memory(to, n); // too small: the contents are open
  return length;
}

static char* duplicate(const char* s, size_t length) {
  char* copy = malloc(length + 1);
  if (copy == NULL) return NULL;
  for (size_t i = 0; i < length; ++i) copy[i] = s[i];
  copy[length] = 0;
  return copy;
}
MODEL(char*, strdup)(const char* s) { return duplicate(s, stringLength(s)); }
MODEL(char*, __strdup)(const char* s) { return duplicate(s, stringLength(s)); }
MODEL(char*, strndup)(const char* s, size_t n) {
  size_t length = 0;
  while (length < n && s[length] != 0) ++length;
  return duplicate(s, length);
}

/// The one text that strerror changes again and again; nobody knows how long it can be.
UNSPECIFIED(size_t, strerror_size);
MODEL(char*, strerror)(int error) {
  static char* message;
  static size_t size;
  if (message == NULL) {
    size = __assay_unspecified_strerror_size();
    __VERIFIER_assume(size != 0 && size <= 0x10000);
    message = __assay_new(size, "strerror"); // holds any bytes
  } else {
    __VERIFIER_nondet_memory(message, size);
  }
  message[size - 1] = 0;
  return message;
}
