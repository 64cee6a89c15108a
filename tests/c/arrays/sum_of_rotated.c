// The sum and the mean of an array are the same once two elements have changed places and all have moved by one.
// check: --engine arrays --property unreach-call --timeout 60 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

static long total(int n, int *a) {
  long sum = 0;
  for (int i = 0; i < n; i++) sum = sum + a[i] + i;
  return sum;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 1 || n > 100000) return 0;
  int a[n];
  for (int i = 0; i < n; i++) a[i] = __VERIFIER_nondet_int();
  long before = total(n, a);
  int mean = before / n;
  int first = a[0];
  a[0] = a[1];
  a[1] = first;
  first = a[0];
  for (int i = 0; i < n - 1; i++) a[i] = a[i + 1];
  a[n - 1] = first WRONG(+ 1);
  long after = total(n, a);
  check(before == after);
  check(mean == (int)(after / n));
  return 0;
}
