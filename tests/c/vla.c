// Variable-length arrays: sizes from inputs, two dimensions, parameters, sizeof, in loops.
// run: --inputs 5,3
// expect: exit 0
// run: --inputs 1,1
// expect: exit 0
// native: yes
#include "check.h"

extern int __VERIFIER_nondet_int(void);

static int trace(int n, int m[n][n]) {
  int sum = 0;
  for (int i = 0; i < n; i++) sum += m[i][i];
  return sum;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), rounds = __VERIFIER_nondet_int();
  int m[n][n];
  CHECK(sizeof m == sizeof(int) * n * n);
  for (int r = 0; r < rounds; r++) {
    int row[n + r];
    for (int i = 0; i < n + r; i++) row[i] = i + r;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++) m[i][j] = row[j];
    CHECK(row[n + r - 1] == n + 2 * r - 1);
  }
  CHECK(trace(n, m) == n * (n - 1) / 2 + n * (rounds - 1));
  return 0;
}
