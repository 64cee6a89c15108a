// The product of vectors of the same numbers.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int a[n];
  int b[n];
  for (int i = 0; i < n; i++) a[i] = i;
  for (int i = 0; i < n; i++) b[i] = 2;
  unsigned product = 0;
  for (int i = 0; i < n; i++) product += (unsigned)a[i] * (unsigned)b[i];
  check(product == (unsigned)n * (unsigned)(n WRONG(+ 1) RIGHT(- 1)));
  return 0;
}
