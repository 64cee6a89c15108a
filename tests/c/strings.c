// String literals and character arrays.
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int length(const char *s) {
  const char *p = s;
  while (*p) p++;
  return p - s;
}
static void reverse(char *s) {
  for (int i = 0, j = length(s) - 1; i < j; i++, j--) {
    char c = s[i];
    s[i] = s[j];
    s[j] = c;
  }
}

int main(void) {
  CHECK(length("") == 0 && length("abc" "def") == 6 && sizeof("a\0b") == 4);
  char local[] = "stressed";
  reverse(local);
  CHECK(local[0] == 'd' && local[7] == 's');
  char padded[10] = "ab";
  for (int i = 2; i < 10; i++) CHECK(padded[i] == 0);
  const char *escapes = "\t\x41\101\\\"";
  CHECK(escapes[0] == 9 && escapes[1] == 'A' && escapes[2] == 'A' && escapes[3] == '\\' && escapes[4] == '"');
  CHECK(length(__func__) == 4);
  return 0;
}
