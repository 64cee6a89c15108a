// A path on which an assumption fails is not executed further.
// run: --inputs 5
// expect: exit 5
// run: --inputs -1
// expect: blocked
// run: --inputs 7 -DNAME=__CPROVER_assume
// expect: exit 7
// run: --inputs -7 -DNAME=__ESBMC_assume
// expect: blocked
// native: no (only the verifier's name exists)
#ifndef NAME
#define NAME __VERIFIER_assume
#endif
extern int __VERIFIER_nondet_int(void);
extern void NAME();
int main(void) {
  int x = __VERIFIER_nondet_int();
  NAME(x > 0);
  return x;
}
