// A list is turned round in place, twice.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK unreach-call
#include "heaps.h"

struct node {
  struct node *next;
  int data;
};

static struct node *reverse(struct node *list) {
  struct node *done = NULL;
  while (list) {
    struct node *next = list->next;
    list->next = done;
#ifdef LOST
    if (next || !done)
#endif
      done = list;
    list = next;
  }
  return done;
}

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = list ? 7 : 8;
    n->next = list;
    list = n;
  }
  list = reverse(list);
  // What was the last one is the first one now.
#ifdef LINK
  if (list && list->next && list->next->next) list = list->next;
#endif
  if (list) CLAIM(list->data == 8);
  list = reverse(list);
  for (struct node *n = list; n; n = n->next) CLAIM(n->data == (n->next ? 7 : 8));
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
  return 0;
}
