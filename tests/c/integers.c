// Integer conversions, promotions and arithmetic of every width.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

int main(void) {
  signed char sc = -100;
  unsigned char uc = 200;
  short s = -30000;
  unsigned short us = 60000;
  int i = -5;
  unsigned u = 7;
  long long ll = -5000000000LL;
  unsigned long long ull = 18446744073709551615ULL;

  CHECK(sc + uc == 100);
  CHECK((signed char)uc == -56);
  CHECK((unsigned char)sc == 156);
  CHECK(s + us == 30000);
  CHECK((short)us == -5536);
  CHECK(i / 2 == -2);
  CHECK(i % 2 == -1);
  CHECK(5 % -3 == 2);
  CHECK(i >> 1 == -3);
  CHECK((unsigned)i >> 28 == 15);
  CHECK(i * u == 4294967261u);
  CHECK((i < u) == 0);
  CHECK(i < (int)u);
  CHECK(ll / 7 == -714285714);
  CHECK(ll % 7 == -2);
  CHECK(ull + 1 == 0);
  CHECK((unsigned)ll == 3589934592u);
  CHECK((int)(ull >> 33) == 2147483647);
  CHECK((uc & 0x0f) == 8);
  CHECK((uc | 0x07) == 207);
  CHECK((uc ^ 0xff) == 55);
  CHECK(~uc == -201);
  CHECK((uc << 4) == 3200);
  uc += 100;
  CHECK(uc == 44);
  us *= 2;
  CHECK(us == 54464);
  sc /= 3;
  CHECK(sc == -33);
  CHECK(-sc == 33 && +sc == -33 && !sc == 0);
  CHECK(u++ == 7 && u == 8 && --u == 7);
  CHECK((i, u) == 7);
  CHECK((i > 0 ? 1 : 2) == 2);
  CHECK('A' == 65 && '\377' == -1 && '\n' == 10);
  CHECK(0x7fffffff == 2147483647 && 0777 == 511 && 0b101 == 5);
  _Bool b = 256;
  CHECK(b == 1);
  b = 0.5;
  CHECK(b == 1);
  b += 3;
  CHECK(b == 1);
  enum color { RED, GREEN = 5, BLUE } c = BLUE;
  CHECK(c == 6 && RED == 0);
  return 0;
}
