// FLT_ROUNDS and the compiler's builtins tell and set the rounding mode that fesetround sets.
// run:
// expect: exit 0
// verdict: true -p unreach-call
// native: no (the builtins are of x86)
#include "check.h"
#include <fenv.h>
#include <float.h>

int main(void) {
  CHECK(__builtin_flt_rounds() == 1);
  fesetround(FE_UPWARD);
  CHECK(__builtin_flt_rounds() == 2);
  fesetround(FE_DOWNWARD);
  CHECK(__builtin_flt_rounds() == 3);
  fesetround(FE_TOWARDZERO);
  CHECK(__builtin_flt_rounds() == 0);
  fesetround(FE_TONEAREST);
  CHECK(__builtin_flt_rounds() == 1);
  __builtin_set_flt_rounds(2);
  CHECK(fegetround() == FE_UPWARD && __builtin_flt_rounds() == 2);
  volatile double one = 1, three = 3;
  double above = one / three;
  __builtin_set_flt_rounds(0);
  CHECK(fegetround() == FE_TOWARDZERO && above > one / three);
  return 0;
}
