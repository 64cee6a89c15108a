// Nodes of a doubly linked list go, wherever they stand.
// right: auto shapes
// check: --engine shapes -p unreach-call
// expect: status 0: n: a segment of blocks (struct node) from n to NULL by next, back by prev, each with data is 0 or 1
// wrong: LINK valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *next, *prev;
  int data;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any() ? 1 : 0;
    n->prev = NULL;
    n->next = list;
    if (list) list->prev = n;
    list = n;
  }
  for (struct node *n = list; n;) {
    struct node *next = n->next;
#ifdef CONTENT
    if (!n->data && n->prev) {
#else
    if (!n->data) {
#endif
      if (n->prev)
        n->prev->next = next;
      else
        list = next;
#ifndef LINK
      if (next) next->prev = n->prev;
#endif
#ifdef LOST
      if (n->prev || n->next)
#endif
        free(n);
    }
    n = next;
  }
  struct node *last = NULL;
  for (struct node *n = list; n; n = n->next) {
    CLAIM(n->data);
    last = n;
  }
  while (last) {
    struct node *n = last;
    last = last->prev;
    free(n);
  }
  return 0;
}
