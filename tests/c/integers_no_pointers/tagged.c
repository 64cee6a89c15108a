// The lowest bit of an aligned pointer is a tag.
// models: 32 64
// verdict: true
extern void reach_error(void);

#include <stdint.h>
int main(void) {
  int a = 5;
  uintptr_t x = (uintptr_t)&a | 1;
  if ((x & 1) == 0) reach_error();
  int *p = (int *)(x & ~(uintptr_t)1);
  if (*p != 5) reach_error();
  return 0;
}
