// A list becomes two by what its nodes hold, and one again.
// right: auto shapes
// wrong: CONTENT unreach-call
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"

struct node {
  int isBig;
  int data;
  struct node *next;
};

int main(void) {
  struct node *list = NULL, *small = NULL, *big = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any();
#ifdef CONTENT
    n->isBig = n->data >= 100;
#else
    n->isBig = n->data > 100;
#endif
    n->next = list;
    list = n;
  }
  while (list) {
    struct node *n = list;
    list = list->next;
    struct node **to = n->isBig ? &big : &small;
#ifdef LOST
    if (n->isBig && big && !list) big = NULL;
#endif
    n->next = *to;
    *to = n;
  }
  for (struct node *n = small; n; n = n->next) CLAIM(n->data <= 100);
  for (struct node *n = big; n; n = n->next) CLAIM(n->data > 100);
  if (!small) {
    small = big;
  } else {
    struct node *n = small;
    while (n->next) n = n->next;
    n->next = big;
  }
  while (small) {
    struct node *n = small;
    small = small->next;
    free(n);
  }
  return 0;
}
