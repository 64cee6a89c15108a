// Blocks that a harness makes are the caller's: a function that forgets one has lost nothing, and may free it. What it allocates itself
// and stores in one is reached; what it loses is its own.
// check: --quiet --entry forget -D ASSAY_DEPTH=2 -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits
// check: --quiet --entry forget -p valid-memcleanup -D ASSAY_DEPTH=2 -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits
// check: --quiet --entry forget_row -D ASSAY_ELEMENTS=4 -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits: arrays of at most 4 elements
// check: --quiet --entry release -D ASSAY_DEPTH=2 -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits
// check: --quiet --entry release -D TWICE
// expect: status 1: verdict: false(valid-free)
// check: --quiet --entry keep -D ASSAY_DEPTH=2 -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits
// check: --quiet --entry keep -p valid-memcleanup
// expect: status 1: verdict: false(valid-memcleanup)
// check: --quiet --entry lose
// expect: status 1: verdict: false(valid-memtrack)
// check: --entry lose -p valid-memtrack --native-replay on
// expect: status 1: fails as predicted
// native: no (it has no main)
#include <stdlib.h>

struct node {
  struct node *next;
  char *name;
};

void forget(struct node *list) {
  list->next = 0;
  list->name = 0;
}

void forget_row(char **names, int n) {
  for (int i = 0; i < n; i++) names[i] = 0;
}

void release(struct node *list) {
  free(list->name);
#ifdef TWICE
  free(list->name);
#endif
  free(list);
}

void keep(struct node *list) { list->name = malloc(4); }

void lose(struct node *list) {
  list->name = malloc(4);
  list->name = 0;
}
