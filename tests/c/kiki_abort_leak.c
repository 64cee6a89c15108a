// A division by zero that is not checked ends the program where nothing asks for leaks: what is lost then stays open.
// check: --engine kiki --property valid-memtrack --timeout 10
// expect: status 2: verdict: unknown
// check: --engine kiki --property valid-memtrack --timeout 10 -D KEPT
// expect: status 0: verdict: true
// native: no (inputs)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

static int* p;
static void make(void) { p = malloc(sizeof(int)); }

int main(void) {
  make();
  int d = __VERIFIER_nondet_int();
#ifndef KEPT
  if (d == 0) p = 0;
#endif
  int x = 10 / d;
  free(p);
  return x;
}
