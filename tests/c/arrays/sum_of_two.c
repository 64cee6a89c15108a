// The sum of two arrays, and what is left without the first.
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
  int b[n];
  int c[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) c[i] = a[i] + b[i];
  for (int i = 0; i < n; i++) c[i] = c[i] - a[i WRONG(/ 2)];
  for (int i = 0; i < n; i++) check(c[i] == b[i]);
  return 0;
}
