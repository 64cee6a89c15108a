// A negative number is not shifted to the left, by however little: C leaves that undefined. To the right it may be.
// run: -p no-overflow --inputs 0,-3
// expect: error(no-overflow) at line 20
// run: -p no-overflow --inputs 1,-3
// expect: error(no-overflow) at line 21
// run: -p no-overflow --inputs 2,-3
// expect: exit 0
// run: -p no-overflow --inputs 0,3
// expect: exit 0
// check: -p no-overflow
// expect: status 1: verdict: false(no-overflow)
// check: -D RIGHT -p no-overflow
// expect: status 0: verdict: true
// native: no (what goes wrong is undefined)
extern int __VERIFIER_nondet_int(void);
static volatile int sink;
int main(void) {
  int which = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
#ifndef RIGHT
  if (which == 0) sink = x << 0;
  if (which == 1 && x > -5 && x < 5) { signed char c = (signed char)x; c <<= 2; sink = c; }
#endif
  if (which == 2) sink = x >> 3;
  return 0;
}
