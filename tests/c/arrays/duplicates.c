// Without what is repeated, neighbours differ.
// check: --engine arrays --property unreach-call --timeout 60 -m 64
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
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int kept = 1;
  b[0] = a[0];
  for (int i = 1; i < n; i++)
    if (a[i] != b[kept - 1]) b[kept++] = a[i];
  for (int i = 1; i < kept; i++) check(b[i] WRONG(>) RIGHT(!=) b[i - 1]);
  return 0;
}
