// run: -p division-by-zero --inputs 0,7,0
// expect: error(division-by-zero)
// run: -p division-by-zero --inputs 1,7,0
// expect: error(division-by-zero)
// run: -p division-by-zero --inputs 2,7,0
// expect: error(division-by-zero)
// run: --inputs 3,7,0
// expect: error(division-by-zero)
// run: --inputs 0,7,2
// expect: exit 3
// run: --inputs 1,-7,2
// expect: exit 255
// run: --inputs 4,7,0
// expect: exit 1
// native: yes
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int which = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  switch (which) {
  case 0: return a / b;
  case 1: return a % b;
  case 2: return (unsigned)a / (unsigned)b;
  case 3: return (unsigned long)a % (unsigned long)b;
  case 4: return 1.0 / b > 1e9;
  }
  return 0;
}
