// A block that no machine of 32 bits gives does not decide how its pointers are divided.
// run: -m 32
// expect: exit 0
// native: no (of 32 bits)
// verdict: true -m 32 -p unreach-call
#include "check.h"
#include <stdlib.h>
#include <string.h>
int main(void) {
  char text[] = "abc";
  CHECK(malloc(0xfffffff0u) == 0 && calloc(0x10000, 0x10001) == 0);
  CHECK(memchr(text, -1, 3) == 0);
  return 0;
}
