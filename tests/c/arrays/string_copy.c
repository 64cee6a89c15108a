// A copy of a string ends where the string does.
// check: --engine kiki --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  char from[n], to[n];
  for (int i = 0; i < n; i++) from[i] = __VERIFIER_nondet_char();
  from[n - 1] = 0;
  int i = 0;
  while (from[i]) {
    to[i] = from[i];
    i++;
  }
  to[i] = 0;
  for (int j = 0; j < i WRONG(+ 1); j++) check(to[j] == from[j] WRONG(&& to[j] != 0));
  return 0;
}
