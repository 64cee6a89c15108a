// Two sorted arrays become a sorted one. Not proved: where the next one comes from is no equation.
// check: --property unreach-call --timeout 2 -m 64
// expect: no: verdict: false
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int a[n], b[n], c[2 * n];
  for (int i = 0; i < n; i++) a[i] = 2 * i;
  for (int i = 0; i < n; i++) b[i] = 2 * i + 1;
  int i = 0, j = 0, k = 0;
  while (i < n && j < n)
    if (a[i] <= b[j]) c[k++] = a[i++];
    else c[k++] = b[j++];
  while (i < n) c[k++] = a[i++];
  while (j < n) c[k++] = b[j++];
  for (int l = 0; l < 2 * n; l++) check(c[l] == l WRONG(+ (l == 3)));
  return 0;
}
