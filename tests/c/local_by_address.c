// A local whose address is passed is a variable like any other: it takes part in invariants.
// check: -D CASE=1 --engine kiki --timeout 20 -p unreach-call
// expect: status 0: true
// check: -D CASE=1 --engine ic3ia --timeout 20 -p unreach-call
// expect: status 0: true
// check: -D CASE=1 --engine bself --timeout 20 -p unreach-call
// expect: status 0: true
// check: -D CASE=2 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D CASE=3 --engine shapes --timeout 20 -p unreach-call
// expect: status 0: true
// check: -D CASE=3 --engine shapes --timeout 20 -p valid-memcleanup
// expect: status 0: true
// check: -D CASE=4 -p unreach-call
// expect: status 1: false(unreach-call)
// native: no (it may never end)
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct node {
  int data;
  struct node *next;
};
static struct node *head;

static void push(int data) {
  struct node *n = malloc(sizeof *n);
  if (!n) abort();
  n->data = data;
  n->next = head;
  head = n;
}

static int pop(int *value) {
  struct node *n = head;
  if (!n) return 0;
  *value = n->data;
  head = n->next;
  free(n);
  return 1;
}

static int read(int *value) {
  int x = __VERIFIER_nondet_int();
  if (x < -1) return 0;
#if CASE == 1
  if (x < 0) x = 0;
#endif
  *value = x;
  return 1;
}

int main(void) {
  int value = 0;
#if CASE <= 2 // the value stays where it was if nothing is read
  unsigned rounds = 0;
  while (read(&value)) {
    if (value < 0) reach_error();
    rounds++;
  }
  if (value < 0) reach_error();
#else // a stack of any height
  while (__VERIFIER_nondet_int()) {
    int data = __VERIFIER_nondet_int();
#if CASE == 3
    if (data > 0)
#else
    if (data >= 0)
#endif
      push(data);
  }
  while (pop(&value))
    if (value <= 0) reach_error();
#endif
  return 0;
}
