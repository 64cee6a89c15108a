// The last pointer to a block is lost; and one that is kept.
// run: -p memsafety --inputs 1
// expect: error(valid-memtrack)
// run: -p memsafety --inputs 2
// expect: exit 0
// run: -p valid-memcleanup --inputs 2
// expect: error(valid-memcleanup)
// run: -p valid-memcleanup --inputs 3
// expect: exit 0
// native: no (some runs are violations)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void *kept;
int main(void) {
  int which = __VERIFIER_nondet_int();
  void **p = malloc(sizeof(void *));
  *p = 0;
  if (which == 1) p = 0;
  if (which == 2) kept = p;
  if (which == 3) free(p);
  return 0;
}
