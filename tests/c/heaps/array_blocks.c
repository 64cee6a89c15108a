// Records that may have an array of their own, which is filled by index; a pointer stands behind another array.
// right: auto shapes
// wrong: INDEX valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: OVER valid-free
#include "heaps.h"

struct record {
  int counts[4];
  struct record *next;
  int *values;
};

int main(void) {
  struct record *list = NULL;
  do {
    struct record *r = malloc(sizeof *r);
    r->next = NULL;
    r->values = NULL;
    if (any()) {
      r->values = malloc(20 * sizeof *r->values);
#ifdef INDEX
      for (int i = 0; i <= 20; ++i) r->values[i] = any();
#else
      for (int i = 0; i < 20; ++i) r->values[i] = any();
#endif
    }
    int at = any();
#ifdef OVER
    if (at >= 0 && at < 8) r->counts[at] = 1;
#else
    if (at >= 0 && at < 4) r->counts[at] = 1;
#endif
    r->next = list;
    list = r;
  } while (any());
  while (list) {
    struct record *r = list;
    list = r->next;
#ifdef LOST
    if (list)
#endif
      free(r->values);
    free(r);
  }
  return 0;
}
