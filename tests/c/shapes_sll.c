// Singly linked lists of any length: built at the front or at the end, reversed, checked, freed.
// check: --engine shapes -p memsafety --timeout 10
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 10
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 10
// expect: status 0: verdict: true
// check: --engine shapes -p memsafety --timeout 10 -DAT_END
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 10 -DAT_END
// expect: status 0: verdict: true
// check: --engine shapes -p memcleanup --timeout 10 -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 10 -DLOST
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 10 -DTWICE
// expect: status 2: verdict: unknown
// check: --engine shapes -p memsafety --timeout 10 -DLINK
// expect: status 2: verdict: unknown
// check: --engine shapes -p unreach-call --timeout 10 -DCONTENT
// expect: status 2: verdict: unknown
// verdict: false(valid-memcleanup) -p memcleanup -DLOST
// verdict: false(unreach-call) -p unreach-call -DCONTENT
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int data;
};

static struct node *make(struct node *next) {
  struct node *n = malloc(sizeof *n);
  n->next = next;
  n->data = 3;
  return n;
}

int main(void) {
  struct node *list = NULL;
#ifdef AT_END
  struct node *last = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = make(NULL);
    if (last)
      last->next = n;
    else
      list = n;
    last = n;
  }
#else
  while (__VERIFIER_nondet_int()) list = make(list);
#endif
#ifdef CONTENT
  if (list && list->next) list->next->data = 4;
#endif
  struct node *reversed = NULL;
  while (list) {
    struct node *next = list->next;
#ifdef LOST
    if (__VERIFIER_nondet_int()) {
      list = next;
      continue;
    }
#endif
    list->next = reversed;
    reversed = list;
    list = next;
  }
#ifdef LINK
  if (reversed && reversed->next) free(reversed->next);
#endif
  for (struct node *n = reversed; n; n = n->next)
    if (n->data != 3) reach_error();
  while (reversed) {
    struct node *next = reversed->next;
    free(reversed);
#ifdef TWICE
    if (!next) free(reversed);
#endif
    reversed = next;
  }
  return 0;
}
