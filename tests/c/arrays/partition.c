// Small elements go to one array, the others to another.
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
  int c[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  int pivot = __VERIFIER_nondet_int(), small = 0, large = 0;
  for (int i = 0; i < n; i++)
    if (a[i] <= pivot) b[small++] = a[i];
    else c[large++] = a[i];
  for (int i = 0; i < small; i++) check(b[i] WRONG(<) RIGHT(<=) pivot);
  for (int i = 0; i < large; i++) check(c[i] > pivot);
  return 0;
}
