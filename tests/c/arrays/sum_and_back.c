// What was added to a sum is subtracted again, in another order of loops.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --engine arrays --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int a[n], b[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) b[i] = __VERIFIER_nondet_int();
  unsigned sum = 0;
  for (int i = 0; i < n; i++) sum += a[i];
  for (int i = 0; i < n; i++) sum += 2u * b[i];
  for (int i = 0; i < n WRONG(- 1); i++) sum -= a[i];
  for (int i = 0; i < n; i++) sum -= b[i];
  for (int i = 0; i < n; i++) sum -= b[i];
  check(sum == 0);
}
