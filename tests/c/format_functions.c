// Formatting into strings, and reading from them: integers, characters, strings.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stdio.h>
#include <string.h>

int main(void) {
  char b[64];
  CHECK(sprintf(b, "%d", -5) == 2 && strcmp(b, "-5") == 0);
  CHECK(sprintf(b, "<%5d|%-5d|%05d|%+d>", 42, 42, 42, 42) == 23 && strcmp(b, "<   42|42   |00042|+42>") == 0);
  CHECK(sprintf(b, "%x %X %#x %o", 255, 255, 255, 8) && strcmp(b, "ff FF 0xff 10") == 0);
  CHECK(sprintf(b, "%u %lu %lld", 4000000000u, 7ul, -8000000000LL) && strcmp(b, "4000000000 7 -8000000000") == 0);
  CHECK(sprintf(b, "%c%s%.2s%%|%6s", 'a', "bcd", "efgh", "x") == 14 && strcmp(b, "abcdef%|     x") == 0);
  CHECK(snprintf(b, 4, "abcdef") == 6 && strcmp(b, "abc") == 0);
  CHECK(snprintf(0, 0, "%d", 12345) == 5);
  int x, y;
  char word[10];
  CHECK(sscanf("12 -7 word", "%d %d %9s", &x, &y, word) == 3 && x == 12 && y == -7 && strcmp(word, "word") == 0);
  CHECK(sscanf("ff", "%x", &x) == 1 && x == 255);
  CHECK(sscanf("nothing", "%d", &x) == 0 && sscanf("", "%d", &x) == EOF);
  return 0;
}
