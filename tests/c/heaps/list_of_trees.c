// A list of trees whose nodes have blocks of their own.
// right: shapes
// wrong: BARE valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"

struct node {
  struct node *left, *right;
  int *data;
};
struct entry {
  struct entry *next;
  struct node *tree;
};

static struct node *leaf(void) {
  struct node *n = malloc(sizeof *n);
  n->left = NULL;
  n->right = NULL;
#ifdef BARE
  n->data = NULL;
  if (!any()) return n;
#endif
  n->data = malloc(sizeof *n->data);
  *n->data = 1;
  return n;
}

int main(void) {
  struct entry *list = NULL;
  while (any()) {
    struct entry *e = malloc(sizeof *e);
    e->tree = leaf();
    while (any()) {
      struct node *n = e->tree;
      while (n->left && n->right) n = any() ? n->left : n->right;
      if (!n->left)
        n->left = leaf();
      else
        n->right = leaf();
    }
    e->next = list;
    list = e;
  }
  while (list) {
    struct entry *e = list;
    while (e->tree) {
      struct node *n = e->tree, *above = NULL;
      while (n->left || n->right) {
        above = n;
        n = n->left ? n->left : n->right;
      }
      if (!above)
        e->tree = NULL;
      else if (n == above->left)
        above->left = NULL;
      else
        above->right = NULL;
      CLAIM(*n->data == 1);
#ifdef LOST
      if (above || any())
#endif
        free(n->data);
      free(n);
    }
    list = e->next;
    free(e);
  }
  return 0;
}
