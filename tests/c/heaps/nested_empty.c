// Any number of lists that may be empty.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct item {
  int value;
  struct item *next;
};
struct row {
  struct row *next;
  struct item *items;
};

int main(void) {
  struct row *rows = NULL;
  while (any()) {
    struct row *r = malloc(sizeof *r);
    r->items = NULL;
    r->next = rows;
    rows = r;
    while (any()) {
      struct item *n = malloc(sizeof *n);
      n->value = any();
      if (n->value < 0) n->value = 0;
      n->next = r->items;
      r->items = n;
    }
  }
#ifdef CONTENT
  if (rows && rows->next && rows->next->items) rows->next->items->value = -1;
#endif
  for (struct row *r = rows; r; r = r->next)
    for (struct item *n = r->items; n; n = n->next) CLAIM(n->value >= 0);
  while (rows) {
    struct row *r = rows;
    while (r->items) {
      struct item *n = r->items;
      r->items = n->next;
      free(n);
    }
#ifdef LOST
    rows = r->next ? r->next->next : NULL;
#else
    rows = r->next;
#endif
    free(r);
  }
  return 0;
}
