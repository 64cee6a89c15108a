// IEEE single and double: arithmetic, special values, conversions.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <float.h>

int main(void) {
  volatile float f = 0.1f;
  volatile double d = 0.1;
  volatile double zero = 0.0;
  CHECK(f != d);
  CHECK((float)d == f);
  CHECK(f + 0.2f == 0.3f);
  CHECK(d + 0.2 != 0.3);
  CHECK(d + 0.2 > 0.3);
  CHECK(1.0f / 3.0f * 3.0f == 1.0f);
  CHECK(16777216.0f + 1.0f == 16777216.0f);
  CHECK(9007199254740992.0 + 1.0 == 9007199254740992.0);
  double infinity = 1.0 / zero;
  double nan = zero / zero;
  CHECK(infinity > DBL_MAX && -infinity < -DBL_MAX);
  CHECK(nan != nan && !(nan < 1) && !(nan >= 1));
  CHECK(infinity - infinity != infinity - infinity);
  CHECK(-zero == zero && 1.0 / -zero < 0);
  CHECK((int)3.99 == 3 && (int)-3.99 == -3);
  CHECK((unsigned char)200.7 == 200);
  CHECK((long long)1e18 == 1000000000000000000LL);
  CHECK((unsigned long long)1e19 == 10000000000000000000ULL);
  CHECK((float)16777217 == 16777216.0f);
  CHECK((double)0xffffffffffffffffULL == 18446744073709551616.0);
  CHECK((float)-5 == -5.0f && (double)4000000000u == 4e9);
  CHECK(FLT_MIN / 2 > 0 && FLT_MIN / 2 * 2 == FLT_MIN);
  CHECK(DBL_EPSILON + 1 != 1 && DBL_EPSILON / 2 + 1 == 1);
  CHECK(FLT_MAX * 2.0f > FLT_MAX);
  CHECK((float)1e40 > FLT_MAX);
  d = 2;
  d *= 3;
  d -= 1;
  d /= 2;
  CHECK(d == 2.5);
  d++;
  CHECK(d == 3.5 && -d == -3.5);
  CHECK(0x1.8p1 == 3.0);
  if (nan) d = 1;
  CHECK(d == 1 && !zero);
  union {
    float f;
    unsigned u;
  } bits = {1.5f};
  CHECK(bits.u == 0x3fc00000u);
  return 0;
}
