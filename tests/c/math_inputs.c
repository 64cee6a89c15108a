// Functions that IEEE does not define exactly return any value.
// run: --seed 3 -p unreach-call
// expect: exit 0 or blocked
// program: --summary -p unreach-call
// expect: status 0
// native: yes
#include <math.h>
int main(void) {
  volatile double x = 1;
  double y = sin(x) + cos(x) + exp(x) + log(x) + pow(x, 2) + atan2(x, x);
  return y == y ? 0 : 0;
}
