// Special values of math.h and errno, and that open functions are functions.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --data-model 32
// expect: status 0: verdict: true
// check: --native-replay on -p assert -D WRONG
// expect: status 1: verdict: false(assert)
// native: yes
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
static int failed(double value) {
  int error = errno;
  errno = 0;
  return value == value ? error : -error;
}
int main(void) {
  volatile double x = 2.75, zero = 0, one = 1;
  assert(pow(-one, INFINITY) == 1 && pow(x, zero) == 1 && pow(-zero, -3) == -INFINITY);
  assert(failed(0) == ERANGE);
  assert(atan2(zero, 1) == 0 && !signbit(atan2(zero, one)) && atan2(zero, -1) > 3.14);
  assert(tgamma(-zero) == -INFINITY && failed(1) == ERANGE);
  assert(failed(sqrt(-x)) == -EDOM && failed(log(zero)) == ERANGE && failed(log(-x)) == -EDOM);
  assert(failed(exp(1000 * x)) == ERANGE && failed(exp(x)) == 0 && failed(acos(x)) == -EDOM);
  assert(failed(nextafter(1.7976931348623157e308, INFINITY)) == ERANGE);
  assert(failed(strtod("1e999", 0)) == ERANGE && failed(strtod("-1e-999", 0)) == ERANGE && failed(strtod("12.5", 0)) == 0);
  assert(sin(x) == sin(x) && pow(x, 1.5) == pow(x, 1.5));
  double s, c;
  double before = cos(x);
  sincos(x, &s, &c);
  assert(s == sin(x) && c == before && exp(x) >= 1 && 1 / exp(-1000 * x) > 0);
  double _Complex a = 4 + 2 * I, b = 1 + I;
  double _Complex q = a / b;
  assert(creal(q) == 3 && cimag(q) == -1 && cimag(conj(q)) == 1 && creal(a * b) == 2);
#ifdef WRONG
  assert(sin(x) == cos(x));
#endif
  return 0;
}
