// The difference of unsigned numbers is never negative.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D EVEN
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D TOWARDS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D CROSS
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), i = 0;
#ifdef TOWARDS
  for (; i < n; i++) n--;
#elif defined CROSS
  while (i != n) { // they pass each other if n is odd
    i++;
    n--;
  }
#else
#ifdef EVEN
  n &= ~1u;
#endif
  while (n - i > 0) i += 2;
#endif
  return 0;
}
