// Sums of the first elements; the last of them is the sum.
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
  int s[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  s[0] = a[0];
  for (int i = 1; i < n; i++) s[i] = s[i - 1] + a[i];
  unsigned sum = 0;
  for (int i = 0; i < n WRONG(- 1); i++) sum += a[i];
  check((unsigned)s[n - 1] == sum);
  return 0;
}
