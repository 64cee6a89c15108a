// GNU vector types.
// run:
// expect: exit 0
// native: yes
#include "check.h"
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 a = {1, 2, 3, 4}, b = {10, 20, 30, 40}, c = a + b;
  CHECK(c[0] == 11 && c[3] == 44);
  c = a * b - a;
  CHECK(c[2] == 87);
  c[1] = 5;
  v4 mask = a > 2;
  CHECK(c[1] == 5 && mask[0] == 0 && mask[3] == -1);
  return 0;
}
