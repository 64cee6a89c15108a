// A queue whose end is the place of the pointer to the next node.
// right: auto shapes
// wrong: LINK valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
#include "heaps.h"

struct item {
  int value;
  struct item *next;
};

int main(void) {
  struct item *first = NULL, **end = &first;
  while (any()) {
    struct item *n = malloc(sizeof *n);
    n->value = 1;
    n->next = NULL;
    *end = n;
#ifdef LINK
    if (n != first) *end = NULL;
#endif
    end = &n->next;
  }
  for (struct item *n = first; n; n = n->next) CLAIM(n->value == 1);
  while (first) {
    struct item *n = first;
    first = n->next;
    free(n);
#ifdef TWICE
    if (!first) free(n);
#endif
  }
  return 0;
}
