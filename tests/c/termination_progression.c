// All that changes grows by constants: an arithmetic progression that misses the end, or meets it.
// verdict: false(termination) --property termination
// check: --property termination --timeout 10 -D MEETS
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D TWO
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
