// A number at a place of an array of all numbers is found there.
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
  for (int i = 0; i < n; i++) a[i] = 2 * i;
  int place = __VERIFIER_nondet_int();
  if (place < 0 || place >= n) return 0;
  int low = 0, high = n WRONG(- 1);
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (a[middle] < 2 * place) low = middle + 1;
    else high = middle;
  }
  check(low == place WRONG(&& a[low] == 2 * place - 2 * (n == 5)));
  return 0;
}
