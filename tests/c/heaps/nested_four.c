// Lists of lists of lists of lists; each node knows where the pointer to its list stands.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: LINK unreach-call
#include "heaps.h"

struct node {
  struct node *next, *below, **list;
};

static struct node *add(struct node **list) {
  struct node *n = malloc(sizeof *n);
  n->below = NULL;
  n->list = list;
  n->next = *list;
  *list = n;
  return n;
}

int main(void) {
  static struct node *top;
  do {
    struct node *a = add(&top);
    do {
      struct node *b = add(&a->below);
      do {
        struct node *c = add(&b->below);
        do {
          struct node *d = add(&c->below);
#ifdef LINK
          if (any()) d->list = &b->below;
#endif
        } while (any());
      } while (any());
    } while (any());
  } while (any());
  while (top) {
    struct node *a = top;
    while (a->below) {
      struct node *b = a->below;
      CLAIM(b->list == &a->below);
      while (b->below) {
        struct node *c = b->below;
        while (c->below) {
          struct node *d = c->below;
          CLAIM(d->list == &c->below);
          c->below = d->next;
#ifdef LOST
          if (c->below || any())
#endif
            free(d);
#ifdef TWICE
          if (!c->below && any()) free(d);
#endif
        }
        b->below = c->next;
        free(c);
      }
      a->below = b->next;
      free(b);
    }
    top = a->next;
    free(a);
  }
  return 0;
}
