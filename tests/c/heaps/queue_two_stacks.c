// A queue made of two stacks: what is taken comes from one, which the other one fills when it is empty.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct item {
  struct item *next;
  int value;
};
static struct item *in, *out;

static void enqueue(int value) {
  struct item *n = malloc(sizeof *n);
  n->value = value;
  n->next = in;
  in = n;
}

static int dequeue(int *value) {
#ifdef LOST
  if (!out || !out->next) {
    out = NULL;
#else
  if (!out) {
#endif
    while (in) {
      struct item *n = in;
      in = n->next;
      n->next = out;
      out = n;
    }
  }
  if (!out) return 0;
  struct item *n = out;
  *value = n->value;
#ifndef TWICE
  out = n->next;
#else
  if (n->next) out = n->next;
#endif
  free(n);
  return 1;
}

int main(void) {
  int value = 0;
  while (any()) {
    if (any())
      enqueue(any() ? 10 : 20);
    else if (dequeue(&value))
      CLAIM(value == 10 || value == 20);
#ifdef CONTENT
    if (out) ++out->value;
#endif
  }
  while (dequeue(&value)) CLAIM(value == 10 || value == 20);
  return 0;
}
