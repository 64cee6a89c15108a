// The first place of a number: it is not in front of it.
// check: --engine kiki --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int wanted = __VERIFIER_nondet_int(), at = 0;
  while (at < n && a[at] != wanted) at++;
  for (int i = 0; i < at WRONG(+ (at < n)); i++) check(a[i] != wanted);
  return 0;
}
