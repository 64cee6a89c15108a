// The smallest value of a list of any length, as in a figure of the 2LS paper: it is no more than any of them.
// right: auto shapes
// wrong: CONTENT unreach-call
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"
#include <limits.h>

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *list = NULL;
  int least = INT_MAX;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->value = any();
    n->next = list;
    list = n;
#ifdef CONTENT
    if (least > n->value && n->value != 5) least = n->value;
#else
    if (least > n->value) least = n->value;
#endif
  }
  for (struct node *n = list; n; n = n->next) CLAIM(n->value >= least);
#ifndef LOST
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
#endif
  return 0;
}
