// Under the pragma of C, operations round as the program has said, and so they do here.
// run:
// expect: exit 0
// native: yes
// verdict: true -p unreach-call
#include "check.h"
#include <fenv.h>
#include <math.h>
#pragma STDC FENV_ACCESS ON
int main(void) {
  volatile double one = 1, three = 3, half = 2.5;
  volatile int large = 16777217;
  fesetround(FE_UPWARD);
  double above = one / three;
  float wide = (float)large;
  CHECK(rint(half) == 3 && lrint(-half) == -2);
  fesetround(FE_DOWNWARD);
  double below = one / three;
  CHECK(above > below && wide > (float)large);
  CHECK(rint(half) == 2 && lrint(-half) == -3 && (int)half == 2);
  CHECK(fesetround(12345) != 0 && fegetround() == FE_DOWNWARD);
  return 0;
}
