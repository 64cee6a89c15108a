// x87 long double has 64 bits of precision, whatever the host has.
// run: -DSIZE=16
// expect: exit 0
// run: -m 32 -DSIZE=12
// expect: exit 0
// native: no (long double depends on the machine)
#include "check.h"
#include <float.h>
#include <string.h>

int main(void) {
  CHECK(sizeof(long double) == SIZE && LDBL_MANT_DIG == 64);
  volatile long double one = 1;
  volatile long double tiny = LDBL_EPSILON;
  CHECK(one + tiny != one && one + tiny / 2 == one);
  CHECK((double)(one + tiny) == 1.0);
  long double third = one / 3;
  CHECK(third != (double)third && (float)third == 1.0f / 3);
  CHECK(third * 3 == one);
  CHECK((long long)(one * 9223372036854775807LL) == 9223372036854775807LL);
  CHECK((int)-2.9L == -2);
  CHECK(LDBL_MAX > DBL_MAX && LDBL_MAX * 2 > LDBL_MAX);
  unsigned char bytes[sizeof one];
  memcpy(bytes, (void *)&one, sizeof one);
  CHECK(bytes[7] == 0x80 && bytes[8] == 0xff && bytes[9] == 0x3f);
  long double parts[2] = {0.5L, -0.25L};
  CHECK(parts[0] + parts[1] == 0.25L && parts[1] < 0);
  return 0;
}
