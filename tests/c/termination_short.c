// A short counter against an int bound.
// check: --property termination --timeout 15 -D FITS
// expect: status 0: verdict: true
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef FITS
  if (n > 32767) return 1;
#endif
  for (short s = 0; s < n; s++) {}
  return 0;
}
