// Packed and aligned structures.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stddef.h>

struct __attribute__((packed)) header {
  char tag;
  int length;
  short crc;
  long long stamp;
};
struct outer {
  char c;
  struct header h;
  int after;
};
struct __attribute__((aligned(16))) wide {
  char c;
};
#pragma pack(push, 2)
struct two {
  char c;
  int i;
};
#pragma pack(pop)

int main(void) {
  CHECK(sizeof(struct header) == 15 && offsetof(struct header, crc) == 5);
  CHECK(sizeof(struct outer) == 20 && sizeof(struct wide) == 16 && sizeof(struct two) == 6);
  struct outer o = {'c', {'t', 1000000, -2, 1LL << 40}, 9};
  unsigned char *bytes = (unsigned char *)&o;
  CHECK(bytes[1] == 't' && bytes[2] == 0x40 && bytes[3] == 0x42);
  CHECK(o.h.length == 1000000 && o.h.crc == -2 && o.h.stamp == 1LL << 40);
  o.h.length++;
  CHECK(o.h.length == 1000001 && o.after == 9 && o.h.tag == 't');
  struct header copies[2] = {o.h, o.h};
  copies[1].crc = 5;
  CHECK(copies[0].crc == -2 && copies[1].crc == 5 && copies[1].stamp == o.h.stamp);
  return 0;
}
