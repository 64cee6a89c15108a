// Nodes stand in a ring; every second one goes, until one is left.
// right: auto shapes
// wrong: LINK valid-deref
// wrong: LOST valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  int alive;
  struct node *next;
};

int main(void) {
  struct node *at = malloc(sizeof *at);
  at->alive = 1;
  at->next = at;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->alive = 1;
    n->next = at->next;
    at->next = n;
  }
  while (at->next != at) {
    struct node *out = at->next;
    CLAIM(out->alive == 1);
#ifdef CONTENT
    at->alive = 0;
#else
    out->alive = 0;
#endif
#ifdef LINK
    if (out->next != at)
#endif
      at->next = out->next;
    free(out);
    at = at->next;
#ifdef LINK
    if (at == out) break;
#endif
  }
  CLAIM(at->alive == 1);
#ifndef LOST
  free(at);
#endif
  return 0;
}
