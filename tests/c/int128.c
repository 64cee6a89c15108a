// 128-bit integers exist in the 64-bit model.
// run:
// expect: exit 0
// native: yes
#include "check.h"

int main(void) {
  unsigned __int128 a = 0xffffffffffffffffULL;
  a = a * a;
  CHECK((unsigned long)a == 1);
  CHECK((unsigned long)(a >> 64) == 0xfffffffffffffffeULL);
  __int128 b = 1;
  b = -(b << 100);
  CHECK((b >> 100) == -1);
  CHECK((long)(b >> 64) == -68719476736L);
  CHECK(b < 0 && -b > 0);
  CHECK(a / 3 * 3 + a % 3 == a);
  CHECK((__int128)-7 / 2 == -3 && (__int128)-7 % 2 == -1);
  CHECK((double)((__int128)1 << 100) == 1267650600228229401496703205376.0);
  return 0;
}
