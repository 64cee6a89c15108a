// A complete binary tree, built and torn down by recursion.
// right: auto
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *left, *right;
  int height;
};

static struct node *build(int height) {
  if (height == 0) return NULL;
  struct node *n = malloc(sizeof *n);
  n->height = height;
  n->left = build(height - 1);
  n->right = build(height - 1);
#ifdef CONTENT
  if (height == 2) n->right->height = 2;
#endif
  return n;
}

static int heightOf(struct node *n) {
  if (!n) return 0;
  const int left = heightOf(n->left), right = heightOf(n->right);
  CLAIM(n->height == (left > right ? left : right) + 1);
  return n->height;
}

static void drop(struct node *n) {
  if (!n) return;
  drop(n->left);
#ifdef LOST
  if (n->height != 2 || any())
#endif
    drop(n->right);
  free(n);
}

int main(void) {
  struct node *root = build(3);
  CLAIM(heightOf(root) == 3);
#ifdef TWICE
  if (any()) root->left->left->left = root->left->right;
#endif
  drop(root);
  return 0;
}
