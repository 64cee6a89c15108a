// Bubble sort sorts.
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
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n WRONG(- 2); i++)
    for (int j = 0; j + 1 < n - i; j++)
      if (a[j] > a[j + 1]) {
        int other = a[j];
        a[j] = a[j + 1];
        a[j + 1] = other;
      }
  for (int i = 1; i < n; i++) check(a[i - 1] <= a[i]);
  return 0;
}
