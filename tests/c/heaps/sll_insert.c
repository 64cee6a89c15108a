// A node is put behind another one, somewhere in a list.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK valid-deref
#include "heaps.h"

struct node {
  struct node *next;
  int data;
};

static struct node *make(int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = NULL;
  return n;
}

int main(void) {
  struct node *list = make(1), *n = list;
  while (any()) {
    n->next = make(1);
    n = n->next;
  }
  for (n = list; n->next && any(); n = n->next) {
  }
  struct node *fresh = make(2);
  fresh->next = n->next;
  n->next = fresh;
#ifdef LOST
  fresh->next = NULL;
#endif
  int twos = 0;
  for (n = list; n; n = n->next)
    if (n->data == 2 && twos < 2) ++twos;
  CLAIM(twos == 1);
#ifdef LINK
  free(fresh);
#endif
  while (list) {
    n = list;
    list = list->next;
    free(n);
  }
  return 0;
}
