// Any number of lists, each of any length.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: LINK valid-deref
#include "heaps.h"

struct item {
  struct item *next;
  int value;
};
struct row {
  struct item *items;
  struct row *next;
};

int main(void) {
  struct row *rows = NULL;
  while (any()) {
    struct row *r = malloc(sizeof *r);
    r->items = malloc(sizeof *r->items);
    r->items->value = 1;
    r->items->next = NULL;
    r->next = rows;
    rows = r;
    while (any()) {
      struct item *n = malloc(sizeof *n);
      n->value = 1;
      n->next = r->items;
      r->items = n;
    }
  }
#ifdef LINK
  if (rows && rows->next) rows->items = rows->next->items;
#endif
  for (struct row *r = rows; r; r = r->next)
    for (struct item *n = r->items; n; n = n->next) CLAIM(n->value == 1);
  while (rows) {
    struct row *r = rows;
    rows = r->next;
    while (r->items) {
      struct item *n = r->items;
      r->items = n->next;
      free(n);
#ifdef LOST
      if (rows && !rows->next) break;
#endif
#ifdef TWICE
      if (!rows && !r->items) free(n);
#endif
    }
    free(r);
  }
  return 0;
}
