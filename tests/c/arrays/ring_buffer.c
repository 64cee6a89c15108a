// What is put into a ring buffer comes out in that order. Not proved: a counter that begins anew.
// check: --property unreach-call --timeout 2 -m 64
// expect: no: verdict: false
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int ring[n];
  int in = 0, out = 0;
  for (int i = 0; i < n; i++) {
    ring[in] = i;
    in = in + 1 == n ? 0 : in + 1;
  }
  check(in == 0);
  for (int i = 0; i < n; i++) {
    check(ring[out] == i WRONG(+ (i == 4)));
    out = out + 1 == n ? 0 : out + 1;
  }
  return 0;
}
