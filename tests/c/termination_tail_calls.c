// Recursion in tail position, over memory; and loops that allocate any number of blocks.
// check: --property termination --timeout 15 -D SELF
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D MUTUAL
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D LIST
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D UNTIL_FULL
// verdict: false(termination) --property termination -D STUCK
// native: no (it may not end)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
};

void self(int *data) {
  if (data[0] >= data[3]) return;
#ifdef STUCK
  if (data[0] != 7)
#endif
    data[0]++;
  self(data);
}

void second(int *p, int *q);
void first(int *p, int *q) {
  free(q);
  if (*p < 0) return;
  int *r = malloc(sizeof *r);
  (*p)--;
  second(p, r);
}
void second(int *p, int *q) {
  free(q);
  if (*p < 0) return;
  first(p, malloc(sizeof *q));
}

int main(void) {
#if defined(SELF) || defined(STUCK)
  int *data = malloc(4 * sizeof *data);
  data[0] = __VERIFIER_nondet_int();
  data[3] = __VERIFIER_nondet_int();
  self(data);
#elif defined(MUTUAL)
  int *p = malloc(sizeof *p);
  *p = __VERIFIER_nondet_int();
  first(p, malloc(sizeof *p));
#elif defined(LIST)
  int length = __VERIFIER_nondet_int();
  struct node *list = 0;
  for (int i = 0; i < length; i++) {
    struct node *one = malloc(sizeof *one);
    one->next = list;
    list = one;
  }
#else
  while (malloc(1) != 0) {
  }
#endif
  return 0;
}
