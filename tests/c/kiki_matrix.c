// A matrix written to a vector with a wrong index (2LS, Figures 3 and 4); the corrected program is never said to be wrong.
// check: --engine kiki --property valid-deref
// expect: status 1: verdict: false(valid-deref)
// check: --engine kiki --property valid-deref -D CORRECT --timeout 3
// expect: no: verdict: false
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
#define SIZE 1000
int main(void) {
  unsigned m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  __VERIFIER_assume(m <= SIZE && n <= SIZE && m * n <= SIZE);
  int array[SIZE];
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
#ifdef CORRECT
      int index = row * n + col;
#else
      int index = row * m + col;
#endif
      array[index] = __VERIFIER_nondet_int();
    }
  }
  return 0;
}
