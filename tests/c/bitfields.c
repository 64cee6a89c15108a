// Bit-fields: signed and unsigned, across bytes, in unions, zero width.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

struct fields {
  int a : 3;
  unsigned b : 5;
  unsigned c : 12;
  int d : 20;
  _Bool e : 1;
};
struct split {
  unsigned a : 4;
  unsigned : 0;
  unsigned b : 4;
  unsigned long long wide : 40;
};
union overlay {
  unsigned whole;
  struct {
    unsigned low : 8;
    unsigned middle : 16;
    unsigned high : 8;
  } part;
};

static struct fields global = {1, 2, 3, -4, 1};

int main(void) {
  struct fields f = {0};
  f.a = 3;
  f.a++;
  CHECK(f.a == -4);
  f.b = 33;
  CHECK(f.b == 1);
  f.c = 4095;
  f.c += 2;
  CHECK(f.c == 1);
  f.d = -524288;
  CHECK(f.d == -524288 && f.a == -4 && f.b == 1);
  f.e = 2;
  CHECK(f.e == 1);
  CHECK(global.a == 1 && global.b == 2 && global.c == 3 && global.d == -4 && global.e);
  struct split s = {1, 2, 0xabcdef0123ULL};
  CHECK(s.a == 1 && s.b == 2 && s.wide == 0xabcdef0123ULL);
  s.wide <<= 4;
  CHECK(s.wide == 0xbcdef01230ULL);
  union overlay o = {0x12345678};
  CHECK(o.part.low == 0x78 && o.part.middle == 0x3456 && o.part.high == 0x12);
  o.part.middle = 0xffff;
  CHECK(o.whole == 0x12ffff78);
  CHECK(sizeof(struct fields) == 8);
  struct fields copy = f;
  copy.b = 30;
  CHECK(f.b == 1 && copy.b == 30 && copy.d == f.d);
  CHECK((f.b - 2) < 0);
  return 0;
}
