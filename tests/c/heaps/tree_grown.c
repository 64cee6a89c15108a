// A tree of any size, grown at random places, torn down leaf by leaf.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: LINK valid-deref
// wrong: CONTENT unreach-call
#include "heaps.h"

struct node {
  struct node *left, *right;
  int colour;
};

static struct node *make(int colour) {
  struct node *n = malloc(sizeof *n);
  n->left = n->right = NULL;
  n->colour = colour;
  return n;
}

int main(void) {
  struct node *root = make(1), *n;
  while (any()) {
    n = root;
    while (n->left && n->right) n = any() ? n->left : n->right;
    if (!n->left)
      n->left = make(2);
    else if (!n->right)
      n->right = make(1);
  }
#ifdef CONTENT
  n = root;
  while (n->left) n = n->left;
  n->colour = any() ? 3 : 2;
#endif
  n = root;
  while (n) {
    CLAIM(n->colour == 1 || n->colour == 2);
    n = any() ? n->left : n->right;
  }
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
#ifdef LINK
      above->right = NULL;
#else
      above->left = NULL;
#endif
    else
      above->right = NULL;
#ifdef LOST
    if (above || any())
#endif
      free(n);
#ifdef TWICE
    if (above && !above->left && !above->right && any()) free(n);
#endif
  }
  return 0;
}
