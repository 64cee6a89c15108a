// Sizes and limits differ between the data models.
// run: -m 32 -DPOINTER=4 -DLONG=4
// expect: exit 0
// run: --data-model ILP32 -DPOINTER=4 -DLONG=4
// expect: exit 0
// run: -m 64 -DPOINTER=8 -DLONG=8
// expect: exit 0
// run: --data-model LP64 -DPOINTER=8 -DLONG=8
// expect: exit 0
// native: yes
#include "check.h"
#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct mixed {
  char c;
  long long ll;
  char d;
  void *p;
};

int main(void) {
  CHECK(sizeof(char) == 1 && sizeof(short) == 2 && sizeof(int) == 4 && sizeof(long long) == 8);
  CHECK(sizeof(long) == LONG && sizeof(void *) == POINTER && sizeof(size_t) == POINTER);
  CHECK(sizeof(wchar_t) == 4 && sizeof(float) == 4 && sizeof(double) == 8);
  CHECK(LONG_MAX == (LONG == 4 ? 2147483647LL : 9223372036854775807LL));
  CHECK(CHAR_MIN == -128 && CHAR_BIT == 8);
  CHECK(sizeof(struct mixed) == (POINTER == 4 ? 20 : 32));
  CHECK(offsetof(struct mixed, ll) == (POINTER == 4 ? 4 : 8));
  CHECK((unsigned long)-1 == (LONG == 4 ? 0xffffffffUL : ULONG_MAX));
  long shifted = 1L << (LONG * 8 - 2);
  CHECK(shifted > 0);
  CHECK(sizeof(intptr_t) == POINTER && (intptr_t)(void *)0 == 0);
  return 0;
}
