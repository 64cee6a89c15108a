// stdlib.h: numbers, sorting, searching.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <limits.h>
#include <string.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
  CHECK(abs(-5) == 5 && labs(-6L) == 6 && llabs(-7000000000LL) == 7000000000LL);
  CHECK(div(-7, 2).quot == -3 && div(-7, 2).rem == -1 && ldiv(9, 4).rem == 1);
  CHECK(atoi("  -42x") == -42 && atol("77") == 77 && atoll("9000000000") == 9000000000LL);
  char *end;
  CHECK(strtol("0x1fz", &end, 0) == 31 && *end == 'z');
  CHECK(strtol("  +12 ", &end, 10) == 12 && *end == ' ');
  CHECK(strtol("077", 0, 0) == 63 && strtol("-zz", 0, 36) == -1295 && strtol("", &end, 10) == 0);
  CHECK(strtoul("4294967295", 0, 10) == 4294967295ul && strtoull("ffffffffffffffff", 0, 16) == ULLONG_MAX);
  CHECK(strtoll("-9223372036854775808", 0, 10) == LLONG_MIN && strtol("99999999999999999999", 0, 10) == LONG_MAX);
  int items[] = {5, -3, 9, 0, 2, 2, -8, 7};
  qsort(items, 8, sizeof(int), compare);
  for (int i = 1; i < 8; i++) CHECK(items[i - 1] <= items[i]);
  int key = 7;
  CHECK(bsearch(&key, items, 8, sizeof(int), compare) == &items[6]);
  key = 1;
  CHECK(!bsearch(&key, items, 8, sizeof(int), compare));
  const char *words[] = {"pear", "apple", "fig"};
  qsort(words, 3, sizeof *words, by_text);
  CHECK(words[0][0] == 'a' && words[2][0] == 'p');
  return 0;
}
