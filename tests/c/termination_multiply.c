// Doubling passes the bound, unless it becomes 0 before.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BOUNDED
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ZERO
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef ZERO
  unsigned x = n & 1;
  while (x < 100) x *= 3;
#else
#ifdef BOUNDED
  if (n > 0x80000000u) return 1;
#endif
  unsigned x = 1;
  while (x < n) x *= 2;
#endif
  return 0;
}
