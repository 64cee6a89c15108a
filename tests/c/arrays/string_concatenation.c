// A string behind another one leaves that one as it is.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n <= 0 || n > 10000 || m <= 0 || m > 10000) return 0;
  char a[n + m], b[m];
  for (int i = 0; i < n; i++) a[i] = 'a';
  for (int i = 0; i < m; i++) b[i] = 'b';
  for (int i = 0; i < m; i++) a[n + i WRONG(- (i == 3))] = b[i];
  for (int i = 0; i < n; i++) check(a[i] == 'a');
  for (int i = 0; i < m; i++) check(a[n + i] == 'b');
  return 0;
}
