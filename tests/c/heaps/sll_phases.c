// First ones, then twos, then a three: the order of a list's contents.
// right: auto shapes
// wrong: CONTENT unreach-call
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *p = first;
  while (any()) {
    p->data = 1;
    p->next = malloc(sizeof *p);
    p = p->next;
  }
  while (any()) {
    p->data = 2;
    p->next = malloc(sizeof *p);
    p = p->next;
  }
  p->data = 3;
  p->next = NULL;
#ifdef CONTENT
  if (first->data == 2 && first->next->data == 2) first->next->data = 1;
#endif
  p = first;
  while (p->data == 1) p = p->next;
  while (p->data == 2) p = p->next;
  CLAIM(p->data == 3 && !p->next);
  for (p = first; p;) {
    struct node *n = p;
    p = p->next;
#ifdef LOST
    if (n->data != 2 || p->data != 3)
#endif
      free(n);
  }
  return 0;
}
