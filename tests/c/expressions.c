// Order, short circuits, compound assignments, GNU expressions.
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int calls;
static int call(int value) {
  calls++;
  return value;
}
#define max(a, b)                                                                                                      \
  ({                                                                                                                   \
    __typeof__(a) a_ = (a);                                                                                            \
    __typeof__(b) b_ = (b);                                                                                            \
    a_ > b_ ? a_ : b_;                                                                                                 \
  })
#define name_of(x) _Generic((x), int: 1, double: 2, char *: 3, default: 4)
_Static_assert(sizeof(int) == 4, "int");

int main(void) {
  CHECK((call(0) && call(1)) == 0 && calls == 1);
  CHECK((call(2) || call(1)) == 1 && calls == 2);
  int x = call(3) ?: 9;
  CHECK(x == 3 && calls == 3);
  CHECK((0 ?: 9) == 9);
  CHECK(max(3, 4) == 4 && max(2.5, 1) == 2.5);
  CHECK(name_of(1) == 1 && name_of(1.0) == 2 && name_of("") == 3 && name_of(1L) == 4);
  int a[3] = {1, 2, 3}, i = 0;
  a[i++] += 10;
  CHECK(a[0] == 11 && i == 1);
  a[i] <<= 3;
  a[i] |= 1;
  a[i] ^= 0xf;
  a[i] &= ~2;
  a[i] %= 20;
  a[i] >>= 1;
  CHECK(a[1] == 4);
  CHECK(sizeof(call(1)) == 4 && calls == 3);
  int y = (x = 5, x + 1);
  CHECK(y == 6);
  x = y = 7;
  CHECK(x == 7 && !!x == 1 && -(-x) == 7);
  CHECK(1 < 2 == 1 && (3 > 2 > 1) == 0);
  char c = 127;
  c++;
  CHECK(c == -128);
  unsigned u = 3;
  u -= 4;
  CHECK(u == 4294967295u);
  CHECK(__alignof__(long long) >= 4 && __builtin_constant_p(3));
  CHECK(({ int t = 4; t * t; }) == 16);
  return 0;
}
