// The sum of two pointers less one of them is the other one.
// models: 32 64
// verdict: true, if any
extern void reach_error(void);

#include <stdint.h>
int main(void) {
  int a = 1, b = 2;
  uintptr_t x = (uintptr_t)&a, y = (uintptr_t)&b, sum = x + y;
  if (sum - y != x) reach_error();
  return 0;
}
