// Unions read bytes that were written through another member.
// run:
// expect: exit 0
// native: yes
#include "check.h"

union value {
  unsigned u;
  int i;
  float f;
  unsigned char bytes[4];
  struct {
    unsigned short low, high;
  } halves;
};
struct tagged {
  enum { INT, REAL, TEXT } kind;
  union {
    int i;
    double d;
    const char *s;
  } as;
};

static double number(struct tagged t) {
  switch (t.kind) {
  case INT: return t.as.i;
  case REAL: return t.as.d;
  default: return t.as.s[0];
  }
}
static union value make(unsigned u) { return (union value){.u = u}; }

int main(void) {
  union value v = {0x01020304};
  CHECK(v.bytes[0] == 4 && v.bytes[3] == 1);
  v.bytes[0] = 0xff;
  CHECK(v.u == 0x010203ff);
  v.i = -1;
  CHECK(v.u == 0xffffffffu && v.halves.low == 0xffff);
  v.f = -2.0f;
  CHECK(v.u == 0xc0000000u);
  v.halves.high = 0x3f80;
  CHECK(v.f == 1.0f);
  CHECK(make(77).i == 77);
  struct tagged items[3] = {{INT, {.i = 4}}, {REAL, {.d = 2.5}}, {TEXT, {.s = "A"}}};
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += number(items[i]);
  CHECK(sum == 71.5);
  CHECK(sizeof(union value) == 4);
  return 0;
}
