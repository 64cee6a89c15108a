// Blocks that loops allocate, in formulas: what holds of all of them, by induction. Lists of any length; what looks like
// one of them and fails for some block must not be proved.
// check: -D CASE=1 --engine kiki --timeout 60 -p unreach-call
// expect: status 0: with blocks as records inductive
// check: -D CASE=1 --engine kiki --timeout 60 -p unreach-call --data-model 32
// expect: status 0: with blocks as records inductive
// check: -D CASE=1 --engine kiki --timeout 60 -p valid-deref
// expect: status 0: with blocks as records inductive
// check: -D CASE=2 --engine kiki --timeout 20 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D CASE=3 --engine kiki --timeout 60 -p valid-deref -p valid-free
// expect: status 0: with blocks as records inductive
// check: -D CASE=4 --engine kiki --timeout 20 -p valid-deref
// expect: status 1: false(valid-deref)
// check: -D CASE=5 --engine kiki --timeout 20 -p valid-free
// expect: status 1: false(valid-free)
// check: -D CASE=6 --engine kiki --timeout 60 -p unreach-call
// expect: status 0: with blocks as records inductive
// check: -D CASE=7 --engine kiki --timeout 20 -p valid-deref
// expect: status 1: false(valid-deref)
// check: -D CASE=8 --engine kiki --timeout 60 -p unreach-call
// expect: status 0: with blocks as records inductive
// check: -D CASE=9 --engine kiki --timeout 20 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D CASE=11 --engine kiki --timeout 20 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D CASE=12 --engine kiki --timeout 2 -p unreach-call
// expect: status 2
// check: -D CASE=13 --engine kiki --timeout 2 -p unreach-call
// expect: status 2
// native: no (inputs)
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define any() __VERIFIER_nondet_int()

struct node {
  int data;
  struct node *next;
};
struct pair {
  struct pair *next;
  int low, high;
};

static struct node *make(int data, struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = next;
  return n;
}

int main(void) {
  struct node *list = NULL;
#if CASE == 1 || CASE == 2 || CASE == 3 || CASE == 4 || CASE == 5 || CASE == 7
  // All values are positive; or one of them is not.
  while (any()) {
    int v = any();
#if CASE == 2
    if (v < 0) v = 1;
#else
    if (v <= 0) v = 1;
#endif
    struct node *n = malloc(sizeof *n);
    n->data = v;
#if CASE == 7
    if (v != 3) n->next = list; // one leads anywhere
#else
    n->next = list;
#endif
    list = n;
  }
#if CASE == 3
  while (list) { // all are freed, each once
    struct node *n = list;
    list = list->next;
    free(n);
  }
#elif CASE == 4
  while (list) {
    struct node *n = list;
    free(n);
    list = n->next; // of a block that was freed
  }
#elif CASE == 5
  for (struct node *n = list; n;) {
    struct node *next = n->next;
    free(n);
    n = next;
  }
  free(list); // once more
#else
  for (struct node *n = list; n; n = n->next)
    if (n->data <= 0) reach_error();
#endif
#elif CASE == 6
  // Values between 0 and 10.
  while (any()) {
    int v = any();
    if (v < 0 || v > 10) return 0;
    list = make(v, list);
  }
  for (struct node *n = list; n; n = n->next)
    if (n->data < 0 || n->data > 10) reach_error();
#elif CASE == 8 || CASE == 9
  // The least value of a list, a figure of the 2LS paper.
  int least = INT_MAX;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = any();
    n->next = list;
    list = n;
#if CASE == 9
    if (least > n->data && n->data != 5) least = n->data;
#else
    if (least > n->data) least = n->data;
#endif
  }
  for (struct node *n = list; n; n = n->next)
    if (n->data < least) reach_error();
#elif CASE == 10 || CASE == 11
  // Blocks of two sites, with fields at other places.
  struct pair *pairs = NULL;
  while (any()) {
    if (any()) {
      list = make(1, list);
    } else {
      struct pair *p = malloc(sizeof *p);
      p->low = 1;
      p->high = CASE == 11 ? 2 : 1;
      p->next = pairs;
      pairs = p;
    }
  }
  for (struct node *n = list; n; n = n->next)
    if (n->data != 1) reach_error();
  for (struct pair *p = pairs; p; p = p->next)
    if (p->low != p->high) reach_error();
#elif CASE == 12
  // Numbers of objects run out in a model that has few: that is no proof.
  long count = 0;
  while (any()) {
    list = make(1, list);
    if (++count == 20000000) reach_error();
  }
  for (struct node *n = list; n; n = n->next)
    if (n->data != 1) return 1;
#elif CASE == 13
  // The same, where the list matters.
  long count = 0;
  while (any()) {
    list = make(1, list);
    ++count;
  }
  for (struct node *n = list; n; n = n->next)
    if (n->data != 1 || count > 20000000) reach_error();
#endif
  return 0;
}
