// Functions of math.h set errno, and so do the compiler's builtins of their names.
// check: -p unreach-call -D VERIFIED --timeout 20
// expect: status 0: verdict: true
// check: -p unreach-call -D VERIFIED --timeout 20 -m 32
// expect: status 0: verdict: true
// native: yes
#include "check.h"
#include <errno.h>
#include <math.h>

#define SETS(number, call)                                                                                             \
  do {                                                                                                                 \
    errno = 0;                                                                                                         \
    result = (double)(call);                                                                                           \
    CHECK(errno == (number));                                                                                          \
  } while (0)

int main(void) {
  volatile double result, minus = -4, zero = 0, four = 4, large = 1e10, infinity = INFINITY;
  CHECK(math_errhandling & MATH_ERRNO);
  SETS(EDOM, sqrt(minus));
  SETS(EDOM, sqrtf((float)minus));
  SETS(EDOM, sqrtl(minus));
  SETS(EDOM, __builtin_sqrt(minus));
  SETS(EDOM, __builtin_sqrtf((float)minus));
  SETS(0, __builtin_sqrt(four));
  SETS(0, sqrt(-zero));
  SETS(EDOM, log(minus));
  SETS(EDOM, __builtin_log(minus));
  SETS(ERANGE, log(zero));
  SETS(ERANGE, log2f((float)zero));
  SETS(EDOM, log10l(minus));
  SETS(EDOM, log1p(minus));
  SETS(EDOM, acos(four));
  SETS(EDOM, asinf((float)minus));
  SETS(EDOM, acosh(zero));
  SETS(EDOM, atanh(four));
  SETS(ERANGE, atanh(zero + 1));
  SETS(EDOM, fmod(four, zero));
  SETS(EDOM, __builtin_fmod(infinity, four));
  SETS(EDOM, remainder(four, zero));
  SETS(EDOM, sin(infinity));
  SETS(ERANGE, exp(large));
  SETS(ERANGE, __builtin_exp(large));
  SETS(ERANGE, exp2f((float)large));
  SETS(ERANGE, pow(zero, minus));
  SETS(EDOM, pow(minus, 0.5));
  SETS(ERANGE, __builtin_pow(large, large));
  SETS(ERANGE, ldexp(four, 5000));
  SETS(ERANGE, scalbnf((float)four, 500));
  SETS(EDOM, tgamma(minus));
  SETS(ERANGE, lgamma(minus));
  SETS(0, floor(minus));
  SETS(0, fabs(minus));
  return 0;
}
