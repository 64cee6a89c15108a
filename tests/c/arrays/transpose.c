// The transposed matrix of sums of a row and a column is the same matrix. Not proved: two dimensions.
// check: --property unreach-call --timeout 2 -m 64
// expect: no: verdict: false
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 1000) return 0;
  int a[n][n], b[n][n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) a[i][j] = i + j;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) b[i][j] = a[j][i];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) check(b[i][j] == i + j WRONG(+ i / 2));
  return 0;
}
