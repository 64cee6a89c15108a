// A search tree of at most two keys, built in a loop, torn down from the leaves.
// right: auto
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK unreach-call
#include "heaps.h"

struct node {
  int key;
  struct node *left, *right;
};

static struct node *insert(struct node *root, int key) {
  struct node **at = &root;
  while (*at) {
    if (key == (*at)->key) return root;
#ifdef LINK
    at = key < 0 ? &(*at)->left : &(*at)->right;
#else
    at = key < (*at)->key ? &(*at)->left : &(*at)->right;
#endif
  }
  *at = malloc(sizeof **at);
  (*at)->key = key;
  (*at)->left = (*at)->right = NULL;
  return root;
}

static void drop(struct node *n) {
  if (!n) return;
  drop(n->left);
  drop(n->right);
#ifdef LOST
  if (!n->left)
#endif
    free(n);
}

int main(void) {
  struct node *root = NULL;
  for (int i = 0; i < 2; ++i) root = insert(root, any());
  if (root->left) CLAIM(root->left->key < root->key);
  if (root->right) CLAIM(root->right->key > root->key);
  drop(root);
  return 0;
}
