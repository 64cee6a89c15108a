// Lists of lists, any number of any length: built, filled, freed.
// check: --engine shapes -p memsafety --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memcleanup --timeout 20 -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DSHARED
// expect: status 2: verdict: unknown
// verdict: false(valid-memcleanup) -p memcleanup -DLOST
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

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
  while (__VERIFIER_nondet_int()) {
    struct row *r = malloc(sizeof *r);
    r->items = malloc(sizeof *r->items);
    r->items->next = NULL;
#ifdef SHARED
    if (rows) {
      free(r->items);
      r->items = rows->items;
    }
#endif
    r->next = rows;
    rows = r;
#ifndef SHARED
    while (__VERIFIER_nondet_int()) {
      struct item *n = malloc(sizeof *n);
      n->next = r->items;
      r->items = n;
    }
#endif
  }
  for (struct row *r = rows; r; r = r->next)
    for (struct item *n = r->items; n; n = n->next) n->value = 1;
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
