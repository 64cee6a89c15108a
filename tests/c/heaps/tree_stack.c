// A tree of any size, torn down with a stack of the trees that are left.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-deref
// wrong: LINK valid-deref
#include "heaps.h"

struct node {
  struct node *left, *right;
};
struct item {
  struct item *next;
  struct node *tree;
};

static struct item *push(struct item *stack, struct node *tree) {
  struct item *top = malloc(sizeof *top);
  top->next = stack;
  top->tree = tree;
  return top;
}

int main(void) {
  struct node *root = calloc(1, sizeof *root);
  while (any()) {
    struct node *n = root;
    while (n->left && n->right) n = any() ? n->left : n->right;
    if (!n->left && any()) n->left = calloc(1, sizeof *n);
    if (!n->right && any()) n->right = calloc(1, sizeof *n);
#ifdef LINK
    if (n->left && !n->right) n->right = n->left;
#endif
  }
  struct item *stack = push(NULL, root);
  while (stack) {
    struct item *top = stack;
    struct node *n = top->tree;
    stack = top->next;
    free(top);
    if (n->left) stack = push(stack, n->left);
#ifdef LOST
    if (n->right && (!n->left || any())) stack = push(stack, n->right);
#else
    if (n->right) stack = push(stack, n->right);
#endif
#ifdef TWICE
    if (n->left && any()) stack = push(stack, n->left);
#endif
    free(n);
  }
  return 0;
}
