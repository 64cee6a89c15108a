// What a list of any length holds stays between bounds, however often it is changed.
// check: --engine shapes -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: --engine shapes -p unreach-call --timeout 20 -DCONTENT
// expect: status 2: verdict: unknown
// verdict: false(unreach-call) -p unreach-call -DCONTENT
// native: no (endless)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    int x = __VERIFIER_nondet_int();
    if (x < 4 || x > 30) continue;
    struct node *n = malloc(sizeof *n);
    n->value = x;
    n->next = list;
    list = n;
  }
  for (;;)
    for (struct node *n = list; n; n = n->next) {
      if (n->value < 4 || n->value > 30) reach_error();
#ifdef CONTENT
      if (n->value <= 30)
#else
      if (n->value < 30)
#endif
        n->value++;
      else
        n->value = 4;
    }
}
