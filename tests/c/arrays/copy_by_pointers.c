// A string is copied by two pointers that move: both stay in their arrays.
// check: --engine arrays --property valid-deref --timeout 60 -m 64
// expect: status 0: verdict: true
// check: --property valid-deref --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(valid-deref)
// native: no (inputs are any)
#include "textbook.h"

static void copy(char *to, const char *from) {
  for (; (*to = *from) != '\0'; ++from, ++to);
}

int main(void) {
  int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000 || m < n WRONG(- 1) || m <= 0 || m > 100000) return 0;
  char from[n], to[m];
  for (int i = 0; i < n - 1; i++) from[i] = __VERIFIER_nondet_char();
  from[n - 1] = '\0';
  copy(to, from);
  return 0;
}
