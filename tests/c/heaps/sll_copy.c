// A list is copied. Both are freed, one after the other.
// right: auto shapes
// wrong: TWICE valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  int data;
  struct node *next;
};

static void drop(struct node *list) {
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n);
  }
}

int main(void) {
  struct node *list = NULL, *copy = NULL, *end = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any();
    if (n->data <= 0) n->data = 1;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next) {
    struct node *c = malloc(sizeof *c);
#ifdef CONTENT
    c->data = n->next ? n->data : n->data - 1;
#else
    c->data = n->data;
#endif
    c->next = NULL;
    if (end)
      end->next = c;
    else
      copy = c;
    end = c;
  }
  for (struct node *n = copy; n; n = n->next) CLAIM(n->data > 0);
  drop(list);
#ifdef TWICE
  if (end && end != copy) free(end);
#endif
  drop(copy);
  return 0;
}
