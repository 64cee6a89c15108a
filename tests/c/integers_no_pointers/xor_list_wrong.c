// The same, with the wrong neighbour.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);

#include <stdint.h>
struct node {
  int value;
  uintptr_t link;
};
int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  struct node *p = (struct node *)(b.link ^ (uintptr_t)&c);
  if (p->value == 1) reach_error();
  return 0;
}
