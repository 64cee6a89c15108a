// Every node of a list has two blocks of its own.
// right: auto shapes
// wrong: TWICE valid-free
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct part {
  int side;
};
struct node {
  struct part *left, *right;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->left = malloc(sizeof *n->left);
    n->right = malloc(sizeof *n->right);
    n->left->side = 1;
    n->right->side = 2;
#ifdef CONTENT
    if (list) list->left->side = 2;
#endif
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next) CLAIM(n->left->side == 1 && n->right->side == 2);
  while (list) {
    struct node *n = list;
    list = list->next;
    free(n->right);
#ifdef TWICE
    if (!list) free(n->right);
#endif
#ifdef LOST
    if (list)
#endif
      free(n->left);
    free(n);
  }
  return 0;
}
