// Hits are counted beside attempts. Nothing compares the two, and yet there are never more hits.
// check: --engine zones --property no-overflow
// expect: status 0: verdict: true
// check: --engine kiki --property no-overflow
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call -D ALWAYS
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int hits = 0;
  for (unsigned attempts = 0; __VERIFIER_nondet_int() && attempts < 2000000000u; attempts++)
    if (__VERIFIER_nondet_int()) hits++;
#ifdef ALWAYS
  if (hits == 3) reach_error();
#endif
  return 0;
}
