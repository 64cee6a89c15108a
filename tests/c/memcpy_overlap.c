// What memcpy makes of blocks that overlap is open; memmove's result is not.
// run: -D CASE=0
// expect: exit 0
// run: -D CASE=1
// expect: unsupported
// native: no (the case is given on the command line)
#include "check.h"
#include <string.h>
int main(void) {
  char text[8] = "abcdef";
  if (CASE == 1) memcpy(text + 1, text, 3);
  memcpy(text, text + 3, 3);
  CHECK(text[0] == 'd');
  memmove(text + 1, text, 4);
  CHECK(text[1] == 'd' && text[4] == 'd');
  memcpy(text, text, 4);
  return 0;
}
