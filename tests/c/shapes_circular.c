// Circular lists of any length, singly and doubly linked, with a sentinel and without.
// check: --engine shapes -p memsafety --timeout 20 -DSINGLE
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DDOUBLE
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 20 -DDOUBLE
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 20 -DDOUBLE
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DSINGLE -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DSINGLE -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DDOUBLE -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DDOUBLE -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p unreach-call --timeout 20 -DDOUBLE -DLINK
// expect: status 2: verdict: unknown
// verdict: false(unreach-call) -p unreach-call -DDOUBLE -DLINK
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next, *prev;
};

#ifdef SINGLE
int main(void) {
  struct node *ring = malloc(sizeof *ring);
  ring->next = ring;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = ring->next;
    ring->next = n;
  }
  struct node *n = ring->next;
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
#else
int main(void) {
  struct node *all = malloc(sizeof *all);
  all->next = all->prev = all;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof *n);
    n->next = all;
    n->prev = all->prev;
    all->prev->next = n;
#ifdef LINK
    if (all->next != n)
#endif
      all->prev = n;
  }
  struct node *n = all->next;
  while (n != all) {
    if (n->next->prev != n) reach_error();
    n = n->next;
  }
  while (all->next != all) {
    n = all->next;
    all->next = n->next;
    n->next->prev = all;
#ifndef LOST
    free(n);
#endif
#ifdef TWICE
    if (all->next == all) free(n);
#endif
  }
  free(all);
  return 0;
}
#endif
