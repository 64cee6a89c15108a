// A list grows at its end.
// right: auto shapes
// check: --engine shapes -p unreach-call
// expect: status 0: first: a segment of blocks (struct node) from first to last by next, each with 10 <= data <= 20
// wrong: LINK valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *first = NULL, *last = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any();
    if (n->data < 10 || n->data > 20) n->data = 15;
#ifdef CONTENT
    if (last) last->data = n->data + 1;
#endif
    n->next = NULL;
    if (last)
#ifdef LINK
      first->next = n;
#else
      last->next = n;
#endif
    else
      first = n;
    last = n;
  }
  for (struct node *n = first; n; n = n->next) CLAIM(10 <= n->data && n->data <= 20);
  while (first) {
    struct node *n = first;
    first = n->next;
    free(n);
  }
#ifdef TWICE
  free(last);
#endif
  return 0;
}
