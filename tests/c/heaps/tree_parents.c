// A tree of any size whose nodes know their parents: built on the way down, torn down on the way up.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: LINK unreach-call
#include "heaps.h"

struct node {
  struct node *left, *right, *parent;
};

static struct node *make(struct node *parent) {
  struct node *n = malloc(sizeof *n);
  n->left = n->right = NULL;
  n->parent = parent;
  return n;
}

int main(void) {
  struct node *root = make(NULL), *n;
  while (any()) {
    n = root;
    while (n->left && n->right) n = any() ? n->left : n->right;
    if (!n->left)
      n->left = make(n);
    else
#ifdef LINK
      n->right = make(n->left);
#else
      n->right = make(n);
#endif
  }
  n = root;
  while (n) {
    if (n->left) CLAIM(n->left->parent == n);
    if (n->right) CLAIM(n->right->parent == n);
    n = any() ? n->left : n->right;
  }
  n = root;
  while (n) {
    if (n->left) {
      n = n->left;
    } else if (n->right) {
      n = n->right;
    } else {
      struct node *parent = n->parent;
#ifdef LOST
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
