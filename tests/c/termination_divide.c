// Division comes to 0, and to no other number by itself.
// check: --property termination --timeout 15 -D HALF
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SIGNED
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D FIXED
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BY_ONE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SUBTRACT
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D POSITIVE
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef HALF
  for (unsigned x = __VERIFIER_nondet_uint(); x; x /= 2) {}
#elif defined SIGNED
  for (int x = __VERIFIER_nondet_int(); x; x /= 2) {}
#elif defined FIXED
  for (unsigned x = __VERIFIER_nondet_uint(); x > 1; x = x / 2 + 1) {} // from 2 to 2
#elif defined BY_ONE
  unsigned d = __VERIFIER_nondet_uint() & 7;
  for (unsigned x = 100; x; x /= d) {}
#elif defined SUBTRACT
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  while (a >= b) a -= b;
#else
  unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();
  if (b == 0) return 1;
  while (a >= b) a -= b;
#endif
  return 0;
}
