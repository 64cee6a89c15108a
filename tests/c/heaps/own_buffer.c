// Texts: short ones stand in the node, which points into itself; long ones have a block.
// right: auto shapes
// wrong: FREED valid-free
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct text {
  struct text *next, *prev;
  char *chars;
  char own[8];
  int length;
};

int main(void) {
  struct text *list = NULL;
  while (any()) {
    struct text *t = malloc(sizeof *t);
    t->chars = t->own;
    if (any()) t->chars = malloc(100);
    t->chars[0] = 0;
    t->length = any() ? 1 : 2;
#ifdef CONTENT
    if (t->chars != t->own && list) t->length = 0;
#endif
    t->prev = NULL;
    t->next = list;
    if (list) list->prev = t;
    list = t;
  }
  for (struct text *t = list; t; t = t->next) CLAIM(t->length > 0);
  while (list) {
    struct text *t = list;
    list = t->next;
#ifdef FREED
    if (t->chars != t->own || !list)
#elif defined LOST
    if (t->chars != t->own && list)
#else
    if (t->chars != t->own)
#endif
      free(t->chars);
    free(t);
  }
  return 0;
}
