// The same, and it comes back to another element.
// models: 32 64
// verdict: false
extern void reach_error(void);

#include <stdint.h>
int a[10];
int main(void) {
  uintptr_t x = (uintptr_t)a;
  for (int i = 0; i < 5; i++) x += sizeof(int);
  for (int i = 0; i < 4; i++) x -= sizeof(int);
  *(int *)x = 7;
  if (a[1] == 7) reach_error();
  return 0;
}
