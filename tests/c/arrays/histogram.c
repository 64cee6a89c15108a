// No class of a histogram has a negative number of members. Not proved: places that are contents.
// check: --property unreach-call --timeout 2 -m 64
// expect: no: verdict: false
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int classes[10];
  for (int i = 0; i < 10; i++) classes[i] = 0;
  for (int i = 0; i < n; i++)
    if (a[i] >= 0 && a[i] < 10) classes[a[i]]++;
  for (int i = 0; i < 10; i++) check(classes[i] >= 0 && classes[i] <= n WRONG(- 1));
  return 0;
}
