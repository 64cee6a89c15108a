// A short counter against an int bound.
// check: --property termination --timeout 10 -D FITS
// expect: status 0: verdict: true
// verdict: false(termination) --property termination
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
