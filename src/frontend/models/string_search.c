// string.h and strings.h: looking for characters and parts.
#include "assay_models.h"

static char* findChar(const char* s, char c) {
  for (; *s != c; ++s) {
    if (*s == 0) return NULL;
  }
  return (char*)s;
}
static char* findLastChar(const char* s, char c) {
  const char* last = NULL;
  for (;; ++s) {
    if (*s == c) last = s;
    if (*s == 0) return (char*)last;
  }
}
MODEL(char*, strchr)(const char* s, int c) { return findChar(s, (char)c); }
MODEL(char*, index)(const char* s, int c) { return findChar(s, (char)c); }
MODEL(char*, strrchr)(const char* s, int c) { return findLastChar(s, (char)c); }
MODEL(char*, rindex)(const char* s, int c) { return findLastChar(s, (char)c); }
MODEL(char*, strchrnul)(const char* s, int c) {
  while (*s != 0 && *s != (char)c) ++s;
  return (char*)s;
}

static int occursIn(char c, const char* set) {
  for (; *set != 0; ++set) {
    if (*set == c) return 1;
  }
  return 0;
}
/// The length of the longest beginning of s whose characters are (not) in the set.
static size_t span(const char* s, const char* set, int inside) {
  readString(set);
  size_t n = 0;
  while (s[n] != 0 && occursIn(s[n], set) == inside) ++n;
  return n;
}
MODEL(size_t, strspn)(const char* s, const char* accept) { return span(s, accept, 1); }
MODEL(size_t, strcspn)(const char* s, const char* reject) { return span(s, reject, 0); }
MODEL(char*, strpbrk)(const char* s, const char* accept) {
  s += span(s, accept, 0);
  return *s != 0 ? (char*)s : NULL;
}

MODEL(char*, strstr)(const char* s, const char* part) {
  readByte(s);
  readString(part);
  for (;; ++s) {
    size_t i = 0;
    while (part[i] != 0 && s[i] == part[i]) ++i;
    if (part[i] == 0) return (char*)s;
    if (s[i] == 0) return NULL;
  }
}
MODEL(char*, strcasestr)(const char* s, const char* part) {
  readByte(s);
  readString(part);
  for (;; ++s) {
    size_t i = 0;
    while (part[i] != 0 && toLower((u8)s[i]) == toLower((u8)part[i])) ++i;
    if (part[i] == 0) return (char*)s;
    if (s[i] == 0) return NULL;
  }
}

static char* nextToken(char* s, const char* separators, char** rest) {
  if (s == NULL) s = *rest;
  s += span(s, separators, 1);
  char* end = s + span(s, separators, 0);
  *rest = end;
  if (s == end) return NULL;
  if (*end != 0) {
    *end = 0;
    *rest = end + 1;
  }
  return s;
}
MODEL(char*, strtok_r)(char* s, const char* separators, char** rest) { return nextToken(s, separators, rest); }
MODEL(char*, __strtok_r)(char* s, const char* separators, char** rest) { return nextToken(s, separators, rest); }
MODEL(char*, strtok)(char* s, const char* separators) {
  static char* rest;
  return nextToken(s, separators, &rest);
}
MODEL(char*, strsep)(char** string, const char* separators) {
  char* s = *string;
  if (s == NULL) return NULL;
  char* end = s + span(s, separators, 0);
  if (*end == 0) {
    *string = NULL;
  } else {
    *end = 0;
    *string = end + 1;
  }
  return s;
}
