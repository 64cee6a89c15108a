// A block that only a temporary of the translation still points to is lost in C and tracked by the interpreter: nobody may
// call that safe.
// check: --engine kiki --property valid-memtrack --timeout 10
// expect: status 2: verdict: unknown
// check: --engine symex --property valid-memtrack --timeout 10
// expect: status 2: verdict: unknown
// check: --engine kiki --property valid-memtrack --timeout 10 -D KEPT
// expect: status 0: verdict: true
// check: --engine symex --property valid-memtrack --timeout 10 -D KEPT
// expect: status 0: verdict: true
// native: no (it only ends)
#include <stdlib.h>

int main(void) {
  int* p = malloc(sizeof(int));
#ifndef KEPT
  p = 0;
#endif
  exit(0);
}
