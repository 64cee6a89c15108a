// A local of a block that has ended is dead.
// run: -p memsafety --inputs 1
// expect: error(valid-deref) at line 16
// run: -p memsafety --inputs 0
// expect: exit 0
// native: no (the first run is a violation)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int *p;
  int outer = 3;
  {
    int inner = 4;
    p = __VERIFIER_nondet_int() ? &inner : &outer;
    if (*p != 3 && *p != 4) return 1;
  }
  return *p == 3 ? 0 : 2;
}
