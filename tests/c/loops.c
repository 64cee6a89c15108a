// Loops of every shape.
// run: --inputs 10
// expect: exit 0
// native: yes
#include "check.h"
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  for (int i = 0; i < n; i++) sum += i;
  CHECK(sum == 45);
  int k = n;
  while (k --> 0) sum--;
  CHECK(sum == 35);
  do sum++;
  while (0);
  CHECK(sum == 36);
  for (;;)
    if (++sum > 100) break;
  CHECK(sum == 101);
  int pairs = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++) {
      if ((i + j) % 2) continue;
      for (int l = 0; l < 2; l++) pairs++;
    }
  CHECK(pairs == 60);
  unsigned collatz = 27, steps = 0;
  while (collatz != 1) {
    collatz = collatz % 2 ? 3 * collatz + 1 : collatz / 2;
    steps++;
  }
  CHECK(steps == 111);
  return 0;
}
