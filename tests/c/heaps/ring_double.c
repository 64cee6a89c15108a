// A circular list, doubly linked, with a node that marks where it begins.
// right: auto shapes
// wrong: LINK unreach-call
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
#include "heaps.h"

struct node {
  struct node *next, *prev;
  int isMark;
};

int main(void) {
  struct node *mark = malloc(sizeof *mark);
  mark->next = mark->prev = mark;
  mark->isMark = 1;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->isMark = 0;
    n->next = mark;
    n->prev = mark->prev;
    mark->prev->next = n;
#ifdef LINK
    if (mark->next != n)
#endif
      mark->prev = n;
  }
  for (struct node *n = mark->next; n != mark; n = n->next) CLAIM(n->next->prev == n && !n->isMark);
  while (mark->next != mark) {
    struct node *n = mark->next;
    mark->next = n->next;
    n->next->prev = mark;
#ifndef LOST
    free(n);
#endif
#ifdef TWICE
    if (mark->next == mark) free(n);
#endif
  }
  free(mark);
  return 0;
}
