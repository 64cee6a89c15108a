// A trace shows a list as a list.
// check: -p unreach-call --native-replay off
// expect: status 1: head -> 3 -> 5 -> NULL
// expect: status 1: ring -> 1 -> 2 -> the first one again
// expect: no: tree ->
// verdict: false(unreach-call) -p unreach-call
// native: no (lists of any length)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct node {
  struct node *next;
  int data;
};
struct tree {
  int data;
  struct tree *left, *right;
};

static struct node *push(struct node *list, int data) {
  struct node *n = malloc(sizeof *n);
  n->data = data;
  n->next = list;
  return n;
}

int main(void) {
  struct node *head = NULL, *ring = push(NULL, 2);
  struct tree *tree = calloc(1, sizeof *tree);
  tree->left = calloc(1, sizeof *tree);
  ring->next = push(ring, 1);
  ring = ring->next;
  while (__VERIFIER_nondet_int()) head = push(head, __VERIFIER_nondet_int());
  tree = tree->left;
  if (head && head->next && head->data == 3 && head->next->data == 5) reach_error();
  return 0;
}
