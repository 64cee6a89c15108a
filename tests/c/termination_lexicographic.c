// No single linear measure: x decreases, or it stays and y decreases.
// check: --property termination --timeout 15
// expect: status 0: verdict: true
// expect: status 0: note: loop ends: (x, y) decreases lexicographically
// check: --property termination --timeout 15 -D PHASES
// expect: status 0: verdict: true
// expect: status 0: note: loop ends: (-y, x) decreases lexicographically
// check: --property termination --timeout 15 -D RESET
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D THREE
// expect: status 0: verdict: true
// expect: status 0: note: loop ends: (x, y, z) decreases lexicographically
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
#ifdef PHASES
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000000 || y < -1000000) return 1;
  while (x > 0) { // y grows, and from then on x shrinks
    if (y > 0)
      x--;
    else
      y++;
  }
#elif defined THREE
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint(), z = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0 && z > 0) {
    if (__VERIFIER_nondet_bool()) {
      x--;
      y = __VERIFIER_nondet_uint();
    } else if (__VERIFIER_nondet_bool()) {
      y--;
      z = __VERIFIER_nondet_uint();
    } else {
      z--;
    }
  }
#else
  unsigned x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
  while (x > 0 && y > 0) {
    if (__VERIFIER_nondet_bool()) {
      x--;
      y = __VERIFIER_nondet_uint();
    } else {
      y--;
#ifdef RESET
      x = __VERIFIER_nondet_uint();
#endif
    }
  }
#endif
  return 0;
}
