// Bits that were put into a set of bits are there.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  unsigned set[n];
  for (int i = 0; i < n; i++) set[i] = 0;
  for (int i = 0; i < n; i++) set[i] |= 5u WRONG(- (i == 3));
  for (int i = 0; i < n; i++) check((set[i] & 5u) == 5u);
  return 0;
}
