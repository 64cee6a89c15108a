// Lists of lists whose items have blocks of their own.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
#include "heaps.h"

struct item {
  char *text;
  struct item *next;
};
struct row {
  struct row *next;
  struct item *items;
};

int main(void) {
  struct row *rows = NULL;
  do {
    struct row *row = malloc(sizeof *row);
    row->items = NULL;
    do {
      struct item *item = malloc(sizeof *item);
      item->text = malloc(10);
      item->text[0] = 0;
      item->next = row->items;
      row->items = item;
    } while (any());
    row->next = rows;
    rows = row;
  } while (any());
  do {
    struct row *row = rows;
    struct item *item = row->items;
    rows = row->next;
    do {
      struct item *next = item->next;
      CLAIM(item->text[0] == 0);
#ifdef LOST
      if (next || any())
#endif
        free(item->text);
#ifdef TWICE
      if (!next && any()) free(item->text);
#endif
      free(item);
      item = next;
    } while (item);
    free(row);
  } while (rows);
  return 0;
}
