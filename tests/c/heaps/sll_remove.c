// Nodes are taken out of a list wherever they stand, through a pointer to the pointer that leads to them.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *list = NULL, **p;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any() ? 1 : 2;
    n->next = list;
    list = n;
  }
  for (p = &list; *p;) {
    struct node *n = *p;
#ifdef CONTENT
    if (n->data == 1 && n->next) {
#else
    if (n->data == 1) {
#endif
#ifndef LINK
      *p = n->next;
#endif
#ifndef LOST
      free(n);
#endif
    } else {
      p = &n->next;
    }
  }
  for (struct node *n = list; n; n = n->next) CLAIM(n->data == 2);
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
  return 0;
}
