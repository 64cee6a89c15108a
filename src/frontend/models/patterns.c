// regex.h, fnmatch.h: what matches is open.
#include "assay_models.h"

MODEL(int, fnmatch)(const char* pattern, const char* text, int flags) {
  readString(pattern);
  readString(text);
  return __assay_unspecified_choice();
}

/// As large as glibc's.
struct Pattern {
  char bytes[sizeof(void*) == 8 ? 48 : 24];
  size_t groups;
  size_t more;
};
struct Match {
  int begin, end;
};
MODEL(int, regcomp)(struct Pattern* to, const char* pattern, int flags) {
  readString(pattern);
  __VERIFIER_nondet_memory(to, sizeof *to);
  return __assay_unspecified_choice();
}
MODEL(int, regexec)(const struct Pattern* pattern, const char* text, size_t count, struct Match* matches, int flags) {
  enum { kHasEnd = 4 }; // the first match says where the text is
  __assay_reads(pattern, sizeof *pattern);
  if ((flags & kHasEnd) != 0) __assay_unsupported("regexec of a part of a text");
  readString(text);
  const int result = __assay_unspecified_choice();
  if (result != 0) return result;
  const int length = (int)stringLength(text);
  for (size_t i = 0; i < count; ++i) {
    const int begin = __assay_unspecified_choice();
    const int end = __assay_unspecified_choice();
    __VERIFIER_assume((begin == -1 && end == -1 && i > 0) || (begin >= 0 && begin <= end && end <= length));
    matches[i].begin = begin;
    matches[i].end = end;
  }
  return 0;
}
MODEL(void, regfree)(struct Pattern* pattern) { __assay_reads(pattern, sizeof *pattern); }
