// A circular list.
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
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  ring->data = 2;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = 2;
    n->next = ring->next;
    ring->next = n;
#ifdef CONTENT
    if (n->next != ring) n->next->data = 1;
#endif
    if (any()) ring = n;
  }
  struct node *n = ring;
  do {
    CLAIM(n->data == 2);
    n = n->next;
  } while (n != ring);
  n = ring->next;
  while (n != ring) {
    struct node *next = n->next;
#ifdef LOST
    if (next != ring)
#endif
      free(n);
    n = next;
  }
#ifdef TWICE
  if (ring->next != ring) free(ring->next);
#endif
  free(ring);
  return 0;
}
