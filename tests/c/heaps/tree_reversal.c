// A tree of any size, walked without a stack by turning its links around.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *left, *right;
};

static struct node *grow(void) {
  struct node *root = calloc(1, sizeof *root);
  while (any()) {
    struct node *n = root;
    while (n->left && n->right) n = any() ? n->left : n->right;
    if (!n->left)
      n->left = calloc(1, sizeof *n);
    else
      n->right = calloc(1, sizeof *n);
  }
  return root;
}

int main(void) {
  struct node *root = grow(), end;
  struct node *n = root, *before = &end;
  while (n != &end) {
    struct node *next = n->left;
#ifdef LOST
    if (n->right && !any()) n->left = NULL;
    else
#endif
      n->left = n->right;
    n->right = before;
    before = n;
    n = next;
    if (!n) {
      n = before;
#ifdef LINK
      before = n->right;
#else
      before = NULL;
#endif
    }
  }
#ifdef CONTENT
  if (before->left && any()) before = before->left;
#endif
  CLAIM(before == root);
  while (root) {
    struct node *above = NULL;
    n = root;
    while (n->left || n->right) {
      above = n;
      n = n->left ? n->left : n->right;
    }
    if (!above)
      root = NULL;
    else if (above->left == n)
      above->left = NULL;
    else
      above->right = NULL;
    free(n);
  }
  return 0;
}
