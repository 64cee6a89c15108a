// A zero that fmod, remainder and remquo give has the sign of the first argument.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// verdict: true -p unreach-call
// native: yes
#define _GNU_SOURCE
#include "check.h"
#include <math.h>

int main(void) {
  volatile double six = 6, three = 3, half = 0.5;
  int q;
  CHECK(signbit(fmod(-six, three)) && !signbit(fmod(six, -three)));
  CHECK(signbit(remainder(-six, three)) && !signbit(remainder(six, -three)) && signbit(drem(-six, half)));
  CHECK(signbit(remquo(-six, three, &q)) && q == -2 && !signbit(remquo(six, three, &q)) && q == 2);
  CHECK(signbit(remainderf(-(float)six, (float)half)) && signbit(fmodf(-(float)six, (float)half)));
  CHECK(signbit(remainderl(-six, half)) && signbit(fmodl(-six, half)) && !signbit(remquol(six, -half, &q)));
  CHECK(signbit(remainder(-0.0, three)) && !signbit(remainder(0.0, -three)));
  return 0;
}
