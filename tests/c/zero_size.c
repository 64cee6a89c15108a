// Empty structures, zero-length arrays and accesses of no bytes.
// run:
// expect: exit 0
// native: yes
#include "check.h"
#include <string.h>
struct empty {};
struct tail {
  int n;
  int items[0];
};
int main(void) {
  struct empty e, f = e;
  CHECK(sizeof e == 0 && sizeof(struct tail) == 4);
  struct tail *t = malloc(sizeof *t + 2 * sizeof(int));
  t->items[1] = 4;
  CHECK(t->items[1] == 4);
  free(t);
  char c = 'c';
  memcpy(&c, &c, 0);
  memset(&c, 0, 0);
  CHECK(c == 'c');
  char *none = malloc(0);
  free(none);
  return 0;
}
