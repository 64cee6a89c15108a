// Nodes have records or none, records have arrays or none; arrays know their record, records know their node.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: LINK unreach-call
// wrong: CONTENT unreach-call
#include "heaps.h"

struct array {
  struct record *of;
  int size;
};
struct record {
  struct node *of;
  struct array *array;
};
struct node {
  struct node *next;
  struct record *record;
};

int main(void) {
  struct node *list = NULL;
  while (any()) {
    struct node *n = malloc(sizeof *n);
    n->record = NULL;
    if (any()) {
      n->record = malloc(sizeof *n->record);
      n->record->of = n;
      n->record->array = NULL;
      if (any()) {
        n->record->array = malloc(sizeof(struct array));
        n->record->array->of = n->record;
        n->record->array->size = any() ? 5 : 6;
#ifdef CONTENT
        if (list && list->record) n->record->array->size = any();
#endif
      }
    }
    n->next = list;
    list = n;
#ifdef LINK
    if (n->next && n->next->record && n->record) n->record->of = n->next;
#endif
  }
  while (list) {
    struct node *n = list;
    list = n->next;
    if (n->record) {
      CLAIM(n->record->of == n);
      if (n->record->array) {
        CLAIM(n->record->array->of == n->record);
        CLAIM(n->record->array->size == 5 || n->record->array->size == 6);
        free(n->record->array);
#ifdef TWICE
        if (list && any()) free(n->record->array);
#endif
      }
#ifdef LOST
      if (n->record->array || any())
#endif
        free(n->record);
    }
    free(n);
  }
  return 0;
}
