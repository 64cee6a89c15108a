// A doubly linked list is built forwards, walked and freed backwards.
// right: auto shapes
// wrong: LINK unreach-call
// wrong: TWICE valid-free
#include "heaps.h"

struct node {
  struct node *prev;
  int data;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first), *last = first;
  first->data = 0;
  first->prev = first->next = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = 1;
    n->next = NULL;
    n->prev = last;
    last->next = n;
    last = n;
  }
  struct node *n = last;
#ifdef LINK
  if (last->prev && last->prev->prev) last->prev->prev = NULL;
#endif
  while (n->prev) {
    CLAIM(n->data == 1 && n->prev->next == n);
    n = n->prev;
  }
  CLAIM(n == first && n->data == 0);
  while (last) {
    n = last->prev;
    free(last);
    last = n;
  }
#ifdef TWICE
  free(first);
#endif
  return 0;
}
