// Doubly linked lists of any length, as a queue that takes and gives at both ends, checked for their back links.
// check: --engine shapes -p memsafety --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memcleanup --timeout 20 -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p unreach-call --timeout 20 -DLINK
// expect: status 2: verdict: unknown
// verdict: false(unreach-call) -p unreach-call -DLINK
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int data;
  struct node *next, *prev;
};
static struct node *first, *last;

static void push(void) {
  struct node *n = malloc(sizeof *n);
  n->prev = NULL;
  n->next = first;
  if (first)
    first->prev = n;
  else
    last = n;
  first = n;
}

static void append(void) {
  struct node *n = malloc(sizeof *n);
  n->next = NULL;
  n->prev = last;
#ifdef LINK
  if (last) n->prev = last->prev;
#endif
  if (last)
    last->next = n;
  else
    first = n;
  last = n;
}

static void pop(void) {
  struct node *n = first;
  first = n->next;
  if (first)
    first->prev = NULL;
  else
    last = NULL;
#ifndef LOST
  free(n);
#endif
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int())
      push();
    else
      append();
  }
  for (struct node *n = first; n; n = n->next)
    if (n->next ? n->next->prev != n : n != last) reach_error();
  while (first) pop();
#ifdef TWICE
  struct node *n = malloc(sizeof *n);
  struct node *m = n;
  while (__VERIFIER_nondet_int()) m = n;
  free(n);
  free(m);
#endif
  return 0;
}
