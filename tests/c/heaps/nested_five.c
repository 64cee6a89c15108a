// Lists of lists of lists of lists of lists; each node knows where the pointer to its list stands.
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
          do {
            struct node *e = add(&d->below);
#ifdef LINK
            if (any()) e->list = &c->below;
#endif
          } while (any());
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
          while (d->below) {
            struct node *e = d->below;
            CLAIM(e->list == &d->below);
            d->below = e->next;
#ifdef LOST
            if (d->below || any())
#endif
              free(e);
#ifdef TWICE
            if (!d->below && any()) free(e);
#endif
          }
          c->below = d->next;
          free(d);
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
