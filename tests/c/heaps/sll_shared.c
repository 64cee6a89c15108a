// Every node of a list leads to one block that they share, and that is freed once.
// right: auto shapes
// wrong: TWICE valid-free
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct settings {
  int limit;
};
struct node {
  struct settings *settings;
  struct node *next;
  int data;
};

int main(void) {
  struct settings *settings = malloc(sizeof *settings);
  settings->limit = 50;
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->settings = settings;
    n->data = any();
    if (n->data > settings->limit) n->data = settings->limit;
    n->next = list;
    list = n;
  }
#ifdef CONTENT
  if (list) list->settings->limit = 49;
#endif
  for (struct node *n = list; n; n = n->next) CLAIM(n->data <= n->settings->limit);
  while (list) {
    struct node *n = list;
    list = list->next;
#ifdef TWICE
    if (!list) free(n->settings);
#endif
    free(n);
  }
#ifdef LOST
  settings = NULL;
#endif
  free(settings);
  return 0;
}
