#include "glob.h"

/// Behind the set that begins at `pattern` with `[`. `*has` says whether the character is in it.
static const char *read_set(const char *pattern, char character, int *has) {
  *has = 0;
#ifdef FIXED
  for (pattern++; *pattern && *pattern != ']'; pattern++)
#else
  for (pattern++; *pattern != ']'; pattern++) // that somebody has closed it is a hope
#endif
    if (*pattern == character) *has = 1;
  return *pattern ? pattern + 1 : pattern;
}

int glob_fits(const char *pattern, const char *text) {
  while (*pattern) {
    if (*pattern == '*') {
      do
        if (glob_fits(pattern + 1, text)) return 1;
      while (*text++);
      return 0;
    }
    if (!*text) return 0;
    int fits = *pattern == '?' || *pattern == *text;
    pattern = *pattern == '[' ? read_set(pattern, *text, &fits) : pattern + 1;
    if (!fits) return 0;
    text++;
  }
  return !*text;
}
