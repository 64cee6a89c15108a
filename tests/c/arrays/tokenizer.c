// Each character belongs to the token whose number it has.
// check: --engine kiki --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int text[n];
  int token[n];
  for (int i = 0; i < n; i++) text[i] = __VERIFIER_nondet_int();
  int current = 0;
  for (int i = 0; i < n; i++) {
    if (text[i] == ' ') current++;
    token[i] = current;
  }
  for (int i = 0; i < n; i++) check(token[i] >= 0 && token[i] <= i WRONG(+ 1) RIGHT(+ 1) WRONG(- 1));
  return 0;
}
