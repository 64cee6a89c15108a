// A sum has more bits than cells have, which have a sign.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  short a[n];
  long long sum = 0;
  for (int i = 0; i < n; i++) a[i] = (short)__VERIFIER_nondet_int();
  for (int i = 0; i < n; i++) sum += a[i];
  for (int i = 0; i < n; i++) sum -= RIGHT(a[i]) WRONG((unsigned short)a[i]);
  check(sum == 0);
  return 0;
}
