// A tree of at most four nodes with pointers to parents, torn down without recursion.
// right: auto
// wrong: LINK valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
#include "heaps.h"

struct node {
  struct node *left, *right, *parent;
  int depth;
};

static struct node *make(struct node *parent) {
  struct node *n = malloc(sizeof *n);
  n->left = n->right = NULL;
  n->parent = parent;
  n->depth = parent ? parent->depth + 1 : 0;
  return n;
}

int main(void) {
  struct node *root = make(NULL);
  for (int i = 0; i < 3; ++i) {
    struct node *n = root;
    for (;;) {
      struct node **child = any() ? &n->left : &n->right;
      if (!*child) {
        *child = make(n);
        break;
      }
      n = *child;
    }
  }
  struct node *n = root;
  while (n) {
    CLAIM(n->depth <= 3);
    if (n->left) {
      n = n->left;
    } else if (n->right) {
      n = n->right;
    } else {
      struct node *parent = n->parent;
#ifdef LINK
      if (parent && parent->left == n) parent->right = NULL;
#endif
      if (parent && parent->left == n)
        parent->left = NULL;
      else if (parent)
        parent->right = NULL;
      free(n);
#ifdef TWICE
      if (!parent) free(root);
#endif
      n = parent;
    }
  }
  return 0;
}
