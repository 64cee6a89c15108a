// run: -p unreach-call --inputs 3
// expect: error(unreach-call) at line 18
// run: -p unreach-call --inputs 4
// expect: exit 0
// run: -p unreach-call --inputs 3 -DNAME=__VERIFIER_error
// expect: error(unreach-call) at line 18
// run: -p no-overflow --inputs 3
// expect: abort
// native: no (the error function has no body of its own)
extern int __VERIFIER_nondet_int(void);
#ifndef NAME
#define NAME reach_error
#endif
extern void NAME(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 3) {
    NAME();
    return 1;
  }
  return 0;
}
