// A list whose links are the exclusive or of both neighbours.
// models: 32 64
// verdict: true, if any
extern void reach_error(void);

#include <stdint.h>
struct node {
  int value;
  uintptr_t link;
};
int main(void) {
  struct node a = {1, 0}, b = {2, 0}, c = {3, 0};
  a.link = (uintptr_t)&b;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  c.link = (uintptr_t)&b;
  struct node *p = (struct node *)(b.link ^ (uintptr_t)&a);
  if (p->value != 3) reach_error();
  return 0;
}
