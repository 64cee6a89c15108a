// A list with a first node that holds nothing, on the stack.
// right: auto shapes
// wrong: STACK valid-free
// wrong: LINK valid-deref
#include "heaps.h"

struct node {
  struct node *next;
  int data;
};

int main(void) {
  struct node head = {NULL, -1};
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->data = 5;
    n->next = head.next;
    head.next = n;
  }
  int sum = 0;
  struct node *n;
  for (n = head.next; n; n = n->next) sum |= n->data;
  CLAIM(sum == 0 || sum == 5);
  // The second one goes, as long as there is one.
#ifdef LINK
  while (head.next) {
    n = head.next->next;
#else
  while (head.next && head.next->next) {
    n = head.next->next;
#endif
    head.next->next = n->next;
    free(n);
  }
#ifdef STACK
  free(head.next ? head.next : &head);
#else
  free(head.next);
#endif
  return 0;
}
