// math.h where IEEE defines the result.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <math.h>

int main(void) {
  volatile double minus = -2.5, two = 2, zero = 0;
  double nan = zero / zero, inf = 1 / zero;
  CHECK(sqrt(two) == 1.4142135623730951 && sqrtf(2.0f) == 1.41421356f && isnan(sqrt(minus)));
  CHECK(fabs(minus) == 2.5 && fabsf(-1.5f) == 1.5f && !signbit(fabs(-zero)));
  CHECK(floor(minus) == -3 && ceil(minus) == -2 && trunc(minus) == -2 && round(minus) == -3);
  CHECK(rint(minus) == -2 && nearbyint(3.5) == 4 && rint(2.5) == 2 && floorf(1.5f) == 1 && ceilf(1.5f) == 2);
  CHECK(fmod(7.5, 2) == 1.5 && fmod(-7.5, 2) == -1.5 && fmodf(5.5f, 2.0f) == 1.5f && isnan(fmod(1, zero)));
  CHECK(remainder(7, 4) == -1 && remainder(5, 2) == 1);
  CHECK(fmin(1, two) == 1 && fmax(nan, two) == 2 && fmin(nan, 3) == 3);
  CHECK(copysign(3, minus) == -3 && fma(two, 3, 4) == 10 && fdim(5, 3) == 2);
  CHECK(isnan(nan) && !isnan(inf) && isinf(inf) && isinf(-inf) && isfinite(two) && !isfinite(inf));
  CHECK(isnormal(two) && !isnormal(zero) && fpclassify(zero) == FP_ZERO && fpclassify(5e-324) == FP_SUBNORMAL);
  CHECK(signbit(-zero) && !signbit(two));
  double whole;
  CHECK(modf(3.25, &whole) == 0.25 && whole == 3);
  int exponent;
  CHECK(frexp(8, &exponent) == 0.5 && exponent == 4);
  CHECK(ldexp(0.75, 3) == 6 && scalbn(1, 10) == 1024 && ilogb(1000) == 9 && logb(8) == 3);
  CHECK(lround(2.5) == 3 && lrint(2.5) == 2 && llround(-2.5) == -3);
  CHECK(nextafter(1, 2) == 1.0000000000000002 && nextafter(0, 1) == 5e-324);
  CHECK(isgreater(two, 1) && isunordered(nan, 1) && !islessequal(nan, nan));
  CHECK(HUGE_VAL == inf && INFINITY == inf && isnan(NAN));
  return 0;
}
