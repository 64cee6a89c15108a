// A block that only a temporary of the translation still points to where the program ends is lost.
// check: --engine kiki --property valid-memtrack --timeout 10
// expect: status 1: verdict: false(valid-memtrack)
// check: --engine symex --property valid-memtrack --timeout 10
// expect: status 1: verdict: false(valid-memtrack)
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
