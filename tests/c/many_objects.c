// Thousands of objects, on a machine whose pointers have 32 bits. More than its pointers can number are no answer.
// check: -D N=5000 -m 32 --engine symex -p unreach-call
// expect: status 0: true
// check: -D N=5000 -m 32 --engine bmc --timeout 60 -p unreach-call
// expect: status 0: true
// check: -D N=5000 -m 32 -p valid-memcleanup
// expect: status 0: true
// check: -D N=5000 -D LOST=4321 -m 32 -p valid-memcleanup
// expect: status 1: false(valid-memcleanup)
// check: -D N=5000 -D LOST=4321 -m 32 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D N=100000 -m 32 --engine symex -p unreach-call
// expect: status 2: more objects than there are numbers
// native: yes
#include <stdlib.h>

extern void reach_error(void);

#ifndef N
#define N 10
#endif
#ifndef LOST
#define LOST -1
#endif

struct node {
  int data;
  struct node *next;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < N; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->data = i;
    n->next = head;
    if (i != LOST) head = n;
  }
  int count = 0;
  while (head) {
    struct node *n = head;
    head = n->next;
    free(n);
    count++;
  }
  if (count != N) reach_error();
  return 0;
}
