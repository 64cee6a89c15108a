// The tag is taken away twice.
// models: 32 64
// verdict: false
extern void reach_error(void);

#include <stdint.h>
int main(void) {
  int a[2] = {5, 6};
  uintptr_t x = (uintptr_t)&a[1] + 1;
  int *p = (int *)(x - 1 - sizeof(int));
  if (*p == 5) reach_error();
  return 0;
}
