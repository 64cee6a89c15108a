// A doubly linked list takes and gives at both ends.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK unreach-call
#include "heaps.h"

struct node {
  int data;
  struct node *next, *prev;
};
static struct node *first, *last;

static void add(int front) {
  struct node *n = malloc(sizeof *n);
  n->data = 1;
  n->prev = front ? NULL : last;
  n->next = front ? first : NULL;
#ifdef LINK
  if (!front && last) n->prev = last->prev;
#endif
  if (n->next) n->next->prev = n;
  if (!front && last) last->next = n;
  if (front || !first) first = n;
  if (!front || !last) last = n;
}

static void take(int front) {
  struct node *n = front ? first : last;
  CLAIM(n->data == 1);
  if (first == last) {
    first = last = NULL;
  } else if (front) {
    first = n->next;
    first->prev = NULL;
  } else {
    last = n->prev;
    last->next = NULL;
  }
#ifdef LOST
  if (front || first)
#endif
    free(n);
}

int main(void) {
  while (any()) add(any() != 0);
  for (struct node *n = first; n; n = n->next) CLAIM(n->next ? n->next->prev == n : n == last);
  while (first) take(any() != 0);
  return 0;
}
