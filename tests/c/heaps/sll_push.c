// A list grows at its front.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->next = list;
    n->data = 3;
    list = n;
  }
#ifdef CONTENT
  if (list && list->next) list->next->data = 4;
#endif
  for (struct node *n = list; n; n = n->next) CLAIM(n->data == 3);
#ifdef LOST
  if (list && list->next) list = list->next;
#endif
  while (list) {
    struct node *next = list->next;
    free(list);
#ifdef TWICE
    if (!next) free(list);
#endif
    list = next;
  }
  return 0;
}
