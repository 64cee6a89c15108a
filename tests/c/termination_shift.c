// Shifts reach 0; an arithmetic one of a negative number stays at -1.
// check: --property termination --timeout 15 -D RIGHT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SIGNED
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D POSITIVE
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D LEFT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ONE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D CHAR
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D COUNT
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
#ifdef RIGHT
  for (unsigned x = __VERIFIER_nondet_uint(); x != 0; x >>= 1) {}
#elif defined SIGNED
  for (int x = __VERIFIER_nondet_int(); x != 0; x >>= 1) {}
#elif defined POSITIVE
  for (int x = __VERIFIER_nondet_int(); x > 0; x >>= 1) {}
#elif defined LEFT
  for (unsigned x = __VERIFIER_nondet_uint(); x != 0; x <<= 1) {}
#elif defined ONE
  for (unsigned x = __VERIFIER_nondet_uint(); x != 1; x >>= 1) {} // from 0 to 0
#elif defined CHAR
  for (signed char x = (signed char)__VERIFIER_nondet_int(); x; x >>= 1) {}
#else
  unsigned n = __VERIFIER_nondet_uint(), bits = 0;
  while (bits < 32 && n >> bits != 0) bits++;
#endif
  return 0;
}
