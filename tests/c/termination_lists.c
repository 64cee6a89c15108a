// Walks along lists: in a ring they do not end.
// check: --property termination --timeout 15
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D RING
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D TAIL
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D REVERSED
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D COUNTED
// expect: status 0: verdict: true
// native: no (it may not end)
#include <stdlib.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
struct node {
  struct node *next;
};
int main(void) {
  struct node nodes[4], *list = 0;
  int count = __VERIFIER_nondet_uchar() & 3;
  for (int i = 0; i <= count; i++) {
    nodes[i].next = list;
    list = &nodes[i];
  }
#ifdef RING
  nodes[0].next = list;
#elif defined TAIL
  if (count == 3) nodes[0].next = &nodes[1];
#elif defined REVERSED
  struct node *done = 0;
  while (list) {
    struct node *rest = list->next;
    list->next = done;
    done = list;
    list = rest;
  }
  list = done;
#elif defined COUNTED
  nodes[0].next = list;
  int left = 100;
  for (struct node *p = list; p && left > 0; p = p->next) left--;
  return 0;
#endif
  for (struct node *p = list; p; p = p->next) {}
  return 0;
}
