// Every node of a list has a block of its own.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
#include "heaps.h"

struct node {
  char *text;
  struct node *next;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->text = malloc(8);
    n->text[0] = 'a';
    n->text[7] = '\0';
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next) CLAIM(n->text[0] == 'a' && n->text[7] == 0);
#ifdef TWICE
  if (list && list->next) {
    free(list->text);
    list->text = list->next->text;
  }
#endif
  while (list) {
    struct node *n = list;
    list = list->next;
#ifdef LOST
    if (list)
#endif
      free(n->text);
    free(n);
  }
  return 0;
}
