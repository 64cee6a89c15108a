// free of anything but a live heap block.
// run: -p memsafety --inputs 0
// expect: exit 0
// run: -p memsafety --inputs 1
// expect: error(valid-free) at line 22
// run: -p memsafety --inputs 2
// expect: error(valid-free) at line 23
// run: -p memsafety --inputs 3
// expect: error(valid-free) at line 24
// run: -p memsafety --inputs 4
// expect: error(valid-free) at line 25
// run: -p memsafety --inputs 5
// expect: error(valid-free) at line 26
// native: no (most runs are violations)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int global;
int main(void) {
  int which = __VERIFIER_nondet_int(), local;
  char *p = malloc(10), *q = p;
  free(NULL);
  if (which == 1) free(p + 1);
  if (which == 2) free(&local);
  if (which == 3) free(&global);
  if (which == 4) { free(q); free(p); }
  if (which == 5) { free(q); p = realloc(p, 20); }
  free(p);
  return 0;
}
