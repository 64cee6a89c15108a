// Brackets of two kinds are matched with a stack.
// right: auto shapes
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: LINK valid-deref
#include "heaps.h"

struct open {
  char kind;
  struct open *outer;
};

int main(void) {
  struct open *inner = NULL;
  int matches = 1;
  while (any() && matches) {
    char c = (char)any();
    if (c == '(' || c == '[') {
      struct open *n = malloc(sizeof *n);
      n->kind = c;
      n->outer = inner;
      inner = n;
    } else if (c == ')' || c == ']') {
#ifdef LINK
      if (!inner && c == ')') {
#else
      if (!inner) {
#endif
        matches = 0;
        continue;
      }
      struct open *n = inner;
      CLAIM(n->kind == '(' || n->kind == '[');
      matches = n->kind == (c == ')' ? '(' : '[');
      inner = n->outer;
#ifdef LOST
      if (matches)
#endif
        free(n);
    }
  }
  while (inner) {
    struct open *n = inner;
    inner = inner->outer;
    free(n);
  }
  return 0;
}
