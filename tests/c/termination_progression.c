// All that changes grows by constants: an arithmetic progression that misses the end, or meets it.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D MEETS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D TWO
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
#ifdef TWO
  unsigned long y = 0;
  while (x != 7 || y != 9) { // both at once never, if x and y begin apart
    x += 2;
    y += 2;
  }
#else
#ifdef MEETS
  x &= ~7u;
#endif
  while (x != 0) x += 8;
#endif
  return 0;
}
