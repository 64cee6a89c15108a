// __int128 among variadic arguments stands at a multiple of 16.
// run:
// expect: exit 0
// native: yes
#include "check.h"
#include <stdarg.h>

static long sum(int n, ...) {
  va_list list;
  va_start(list, n);
  long result = va_arg(list, int);
  __int128 wide = va_arg(list, __int128);
  result += (long)wide;
  result += va_arg(list, int);
  wide = va_arg(list, __int128);
  result += (long)(wide >> 64);
  va_end(list);
  return result;
}

int main(void) {
  __int128 wide = ((__int128)7 << 64) | 5;
  CHECK(sum(4, 1, wide, 100, wide) == 113);
  return 0;
}
