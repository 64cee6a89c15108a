// A tree of any height with a leaf at every node of its spine.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *left, *right;
  int isLeaf;
};

static struct node *make(struct node *left, struct node *right) {
  struct node *n = malloc(sizeof *n);
  n->left = left;
  n->right = right;
  n->isLeaf = !left;
  return n;
}

int main(void) {
  struct node *root = make(NULL, NULL);
  while (any()) root = make(root, make(NULL, NULL));
#ifdef CONTENT
  if (root->left) root->right->isLeaf = 0;
#endif
  for (struct node *n = root; !n->isLeaf; n = n->left) CLAIM(n->right->isLeaf && !n->right->left && !n->right->right);
  while (root) {
    struct node *left = root->left;
    if (left) {
#ifdef LOST
      if (left->left)
#endif
        free(root->right);
    }
#ifdef TWICE
    if (left && !left->left) free(left);
#endif
    free(root);
    root = left;
  }
  return 0;
}
