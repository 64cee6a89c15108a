// A stack behind a structure that functions get by address, like the place of what they return.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: TWICE valid-free
// wrong: CONTENT unreach-call
#include "heaps.h"

struct item {
  struct item *below;
  int value;
};
struct stack {
  struct item *top;
  unsigned pushes;
};

static void push(struct stack *s, int value) {
  struct item *n = malloc(sizeof *n);
  n->value = value;
  n->below = s->top;
  s->top = n;
  s->pushes++;
}

static int pop(struct stack *s, int *value) {
  struct item *n = s->top;
  if (!n) return 0;
  s->top = n->below;
#ifdef LOST
  if (!n->below) return 0;
#endif
  *value = n->value;
  free(n);
#ifdef TWICE
  if (!s->top) free(n);
#endif
  return 1;
}

int main(void) {
  struct stack s = {NULL, 0};
  int value;
  for (;;) {
    int choice = any();
    if (choice == 0) break;
    if (choice > 0) {
      int x = any();
      if (x < 0 || x > 10) x = 5;
#ifdef CONTENT
      if (choice == 7) x = 11;
#endif
      push(&s, x);
    } else if (pop(&s, &value)) {
      CLAIM(0 <= value && value <= 10);
    }
  }
  while (pop(&s, &value)) CLAIM(value <= 10);
  return 0;
}
