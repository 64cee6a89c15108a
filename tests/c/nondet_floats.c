// run: --inputs 1.5,-0.25,1e300
// expect: exit 0
// native: yes
#include "check.h"
extern float __VERIFIER_nondet_float(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  CHECK(__VERIFIER_nondet_float() == 1.5f);
  CHECK(__VERIFIER_nondet_double() == -0.25);
  CHECK(__VERIFIER_nondet_double() == 1e300);
  return 0;
}
