// Lists and trees on the heap, freed at the end.
// run:
// expect: exit 0
// native: yes
#include "check.h"
struct tree {
  struct tree *left, *right;
  int key;
};
static struct tree *insert(struct tree *t, int key) {
  if (!t) {
    t = malloc(sizeof *t);
    t->left = t->right = 0;
    t->key = key;
  } else if (key < t->key) {
    t->left = insert(t->left, key);
  } else if (key > t->key) {
    t->right = insert(t->right, key);
  }
  return t;
}
static int sum(const struct tree *t) { return t ? sum(t->left) + t->key + sum(t->right) : 0; }
static int height(const struct tree *t) {
  if (!t) return 0;
  int l = height(t->left), r = height(t->right);
  return 1 + (l > r ? l : r);
}
static void destroy(struct tree *t) {
  if (!t) return;
  destroy(t->left);
  destroy(t->right);
  free(t);
}
struct cell {
  struct cell *next, *previous;
  int data;
};
int main(void) {
  struct tree *t = 0;
  for (int i = 0; i < 31; i++) t = insert(t, i * 11 % 31);
  CHECK(sum(t) == 465 && height(t) >= 5);
  destroy(t);
  struct cell ring = {&ring, &ring, 0};
  for (int i = 1; i <= 5; i++) {
    struct cell *c = malloc(sizeof *c);
    *c = (struct cell){ring.next, &ring, i};
    c->next->previous = c;
    ring.next = c;
  }
  int product = 1;
  for (struct cell *c = ring.previous; c != &ring; c = c->previous) product = product * 3 + c->data;
  CHECK(product == 422);
  while (ring.next != &ring) {
    struct cell *c = ring.next;
    ring.next = c->next;
    free(c);
  }
  return 0;
}
