// switch: fall-through, default in the middle, ranges, wide and negative cases, nested, Duff's device.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

static int classify(int x) {
  switch (x) {
  case -1: return 1;
  default: return 2;
  case 0:
  case 1: x += 5;
  case 10: return x;
  case 20 ... 29: return 3;
  case 2147483647: return 4;
  }
}
static int wide(unsigned long long x) {
  switch (x) {
  case 0x100000000ULL: return 1;
  case 0: return 2;
  case ~0ULL: return 3;
  }
  return 4;
}
static void copy(char *to, const char *from, int count) {
  int n = (count + 3) / 4;
  switch (count % 4) {
  case 0: do { *to++ = *from++;
  case 3: *to++ = *from++;
  case 2: *to++ = *from++;
  case 1: *to++ = *from++;
  } while (--n > 0);
  }
}
static int nested(char a, char b) {
  switch (a) {
  case 'x':
    switch (b) {
    case 'x': return 1;
    case 'y': break;
    default: return 2;
    }
    return 3;
  case 'y': return 4;
  }
  return 5;
}

int main(void) {
  CHECK(classify(-1) == 1 && classify(5) == 2 && classify(0) == 5 && classify(1) == 6 && classify(10) == 10);
  CHECK(classify(25) == 3 && classify(30) == 2 && classify(2147483647) == 4);
  CHECK(wide(0x100000000ULL) == 1 && wide(0) == 2 && wide(-1) == 3 && wide(1) == 4);
  char buffer[8] = {0};
  copy(buffer, "abcdefg", 7);
  CHECK(buffer[0] == 'a' && buffer[6] == 'g' && buffer[7] == 0);
  CHECK(nested('x', 'x') == 1 && nested('x', 'y') == 3 && nested('x', 'z') == 2 && nested('y', 0) == 4);
  switch (3) {}
  switch (1) default: CHECK(1);
  return 0;
}
