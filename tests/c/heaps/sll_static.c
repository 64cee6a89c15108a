// A list that begins in a global variable, used by functions.
// right: auto shapes
// wrong: LOST valid-memcleanup
// wrong: LINK valid-deref
#include "heaps.h"

struct node {
  struct node *next;
  unsigned char key, value;
};
static struct node *table;

static void add(unsigned char key) {
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->value = key;
  n->next = table;
  table = n;
}

static struct node *find(unsigned char key) {
  for (struct node *n = table; n; n = n->next)
    if (n->key == key) return n;
  return NULL;
}

static void clear(void) {
  while (table) {
    struct node *n = table;
    table = n->next;
    free(n);
#ifdef LOST
    if (any()) break;
#endif
  }
}

int main(void) {
  while (any()) {
    unsigned char key = (unsigned char)any();
    struct node *n = find(key);
#ifdef LINK
    if (key == 9) CLAIM(n->value == key);
#endif
    if (n)
      CLAIM(n->key == key);
    else
      add(key);
  }
  clear();
  return 0;
}
