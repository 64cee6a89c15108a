// The condition of a shift by a constant asks for the highest bits alone, which are no operands of a division.
// check: -p no-overflow --entry twice --native-replay off
// expect: status 1: shift_of_negative.c:8:12: error: the result of a signed operation overflows [no-overflow]
// verdict: false(no-overflow) -p no-overflow --entry twice
// native: no (it has no main)
int twice(int x);
int twice(int x) {
  return x << 1;
}
