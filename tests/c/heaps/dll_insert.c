// Nodes go into a doubly linked list before the first one that holds no less: small ones stand before large ones.
// right: auto shapes
// wrong: LINK unreach-call
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"

struct node {
  int isLarge;
  struct node *next, *prev;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n), *before = NULL, *at = list;
    n->isLarge = 0;
    if (any()) n->isLarge = 1;
    while (at && at->isLarge < n->isLarge) {
      before = at;
      at = at->next;
    }
    n->prev = before;
    n->next = at;
    if (before)
      before->next = n;
    else
      list = n;
#ifdef LOST
    if (before && at) before->next = at;
#endif
#ifdef LINK
    if (at) at->prev = n->isLarge ? n : before;
#else
    if (at) at->prev = n;
#endif
  }
  for (struct node *n = list; n && n->next; n = n->next) {
    CLAIM(n->isLarge <= n->next->isLarge);
    CLAIM(n->next->prev == n);
  }
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
  return 0;
}
