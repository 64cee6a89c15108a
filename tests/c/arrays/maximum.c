// No element is larger than the largest.
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
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int largest = a[0];
  for (int i = 1; i < n WRONG(- 1); i++)
    if (a[i] > largest) largest = a[i];
  for (int i = 0; i < n; i++) check(a[i] <= largest);
  return 0;
}
