// run: -p memsafety
// expect: exit 0
// run: -p memsafety --malloc-may-fail --seed 0
// expect: error(valid-deref) at line 13
// run: -p memsafety --malloc-may-fail --seed 0 -DTESTED
// expect: exit 0
// native: no (malloc does not fail)
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 200; i++) {
    int *p = malloc(sizeof *p);
#ifndef TESTED
    *p = i;
#else
    if (p) *p = i;
#endif
    free(p);
  }
  return 0;
}
