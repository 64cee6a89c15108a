// A stack of any depth behind a structure that functions get by address, and a queue with a pointer to its end.
// check: --engine shapes -p memsafety --timeout 20 -DSTACK
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 20 -DSTACK
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DQUEUE
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 20 -DQUEUE
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 20 -DSTACK -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DSTACK -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p unreach-call --timeout 20 -DSTACK -DCONTENT
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DQUEUE -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 20 -DQUEUE -DLINK
// expect: status 2: verdict: unknown
// verdict: false(unreach-call) -p unreach-call -DSTACK -DCONTENT
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct item {
  struct item *next;
  int value;
};

#ifdef STACK
struct stack {
  struct item *top;
};

static void push(struct stack *s, int value) {
  struct item *n = malloc(sizeof *n);
  n->value = value;
  n->next = s->top;
  s->top = n;
}

static int pop(struct stack *s, int *value) {
  struct item *n = s->top;
  if (!n) return 0;
  s->top = n->next;
#ifdef LOST
  if (!n->next) return 0;
#endif
  *value = n->value;
  free(n);
#ifdef TWICE
  if (!s->top) free(n);
#endif
  return 1;
}

int main(void) {
  struct stack s = {NULL};
  int value;
  for (;;) {
    int choice = __VERIFIER_nondet_int();
    if (choice == 0) break;
    if (choice > 0) {
      int x = __VERIFIER_nondet_int();
      if (x < 0 || x > 10) x = 5;
#ifdef CONTENT
      if (choice == 7) x = 11;
#endif
      push(&s, x);
    } else if (pop(&s, &value)) {
      if (value < 0 || value > 10) reach_error();
    }
  }
  while (pop(&s, &value))
    if (value > 10) reach_error();
  return 0;
}
#else
int main(void) {
  struct item *first = NULL, **end = &first;
  while (__VERIFIER_nondet_int()) {
    struct item *n = malloc(sizeof *n);
    n->next = NULL;
    *end = n;
#ifdef LINK
    if (n != first) *end = NULL;
#endif
    end = &n->next;
  }
  while (first) {
    struct item *n = first;
    first = n->next;
#ifdef LOST
    if (first)
#endif
      free(n);
  }
  return 0;
}
#endif
