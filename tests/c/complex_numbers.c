// run:
// expect: exit 0
// native: yes
#include "check.h"
int main(void) {
  _Complex double z = 1.0 + 2.0i, w = z + z;
  CHECK(__real__ w == 2 && __imag__ w == 4);
  w = z * 2.0;
  __imag__ w += 1;
  CHECK(__imag__ w == 5);
  return 0;
}
