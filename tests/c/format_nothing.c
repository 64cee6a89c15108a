// A precision of 0 prints nothing of a 0, but for a sign and what # asks for; the length is the same without a buffer.
// run:
// expect: exit 0
// verdict: true -p unreach-call
// native: yes
#include "check.h"
#include <stdio.h>
#include <string.h>

#define PRINTS(text, ...)                                                                                              \
  do {                                                                                                                 \
    char to[40];                                                                                                       \
    CHECK(snprintf(NULL, 0, __VA_ARGS__) == (int)strlen(text));                                                        \
    CHECK(snprintf(to, sizeof to, __VA_ARGS__) == (int)strlen(text) && strcmp(to, text) == 0);                         \
    CHECK(snprintf(to, 2, __VA_ARGS__) == (int)strlen(text));                                                          \
    CHECK(sprintf(to, __VA_ARGS__) == (int)strlen(text) && strcmp(to, text) == 0);                                     \
  } while (0)

int main(void) {
  PRINTS("0", "%#.0o", 0);
  PRINTS("  0", "%#3.0o", 0);
  PRINTS("0  ", "%-#3.0o", 0);
  PRINTS("0", "%#o", 0);
  PRINTS("0", "%#.1o", 0);
  PRINTS("07", "%#.0o", 7);
  PRINTS("010", "%#o", 8);
  PRINTS("010", "%#.3o", 8);
  PRINTS("00010", "%#05o", 8);
  PRINTS("0", "%#.0lo", 0l);
  PRINTS("", "%.0o", 0);
  PRINTS("", "%#.0x", 0);
  PRINTS("   ", "%#3.0X", 0);
  PRINTS("0", "%#x", 0);
  PRINTS("0x001", "%#.3x", 1);
  PRINTS("+", "%+.0d", 0);
  PRINTS(" ", "% .0d", 0);
  PRINTS("  +", "%+3.0d", 0);
  PRINTS("+  ", "%-+3.0i", 0);
  PRINTS("", "%.0u", 0);
  PRINTS("-1", "%.0d", -1);
  PRINTS("", "%.*d", 0, 0);
  PRINTS("0", "%.*d", -1, 0);
  PRINTS("+00", "%+03d", 0);
  return 0;
}
