// Recursion by measures: one argument, two, in turns, with a counter that wraps around or a global one.
// check: --property termination --timeout 15
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D TWICE
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D MUTUAL
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D WRAPS
// expect: status 1: verdict: false(termination)
// verdict: false(termination) --property termination -D PARITY
// check: --property termination --timeout 15 -D GLOBAL
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ACKERMANN
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SWAP
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned budget;
static unsigned f(unsigned n) { return n == 0 ? 0 : 1 + f(n - 1); }
static unsigned fibonacci(unsigned n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static unsigned char wraps(unsigned char n) { return n == 128 ? 0 : wraps((unsigned char)(n + 2)); }
static unsigned parity(unsigned n) { return n == 0 ? 0 : parity(n - 2); }
static unsigned spend(unsigned n) {
  if (budget == 0) return n;
  budget--;
  return spend(n + 1) + 1;
}
static unsigned ackermann(unsigned m, unsigned n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}
static unsigned swap(unsigned a, unsigned b) { return a == 0 ? b : swap(b, a - (a > 3)); }
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#ifdef TWICE
  return (int)fibonacci(n);
#elif defined MUTUAL
  return even(n);
#elif defined WRAPS
  return wraps((unsigned char)n);
#elif defined PARITY
  return (int)parity(n & 7);
#elif defined GLOBAL
  budget = n;
  return (int)spend(3);
#elif defined ACKERMANN
  return (int)ackermann(n & 3, __VERIFIER_nondet_uint() & 3);
#elif defined SWAP
  return (int)swap(n & 7, 5);
#else
  return (int)f(n);
#endif
}
