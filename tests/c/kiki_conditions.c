// A row begins at twice its number. How a column compares with that is said by an assignment alone, and it takes more than
// two variables with factors of one.
// check: --engine conditions --property unreach-call
// expect: status 0: loop invariant: column >= (int)((unsigned)row << 1)
// check: --engine kiki --property unreach-call
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call -D LATE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n > 1000000) return 0;
  for (int row = 0; row < n; row++)
    for (int column = 2 * row; column < n; column++) {
      if (__VERIFIER_nondet_int() && column < 2 * row) reach_error();
#ifdef LATE
      if (column == 2 * row + 1) row += 2;
#endif
    }
  return 0;
}
