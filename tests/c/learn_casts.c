// Conditions on a number that was cut off or extended: 300 is 44 as a byte, and -1 is large without a sign.
// check: --engine symex --prune interpolants --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D SAFE
// expect: status 0: verdict: true
// verdict: false(unreach-call) --property unreach-call
// verdict: true --property unreach-call -D SAFE
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = 200, m = 1;
  if (__VERIFIER_nondet_int() > 0) n = 300;
  if (__VERIFIER_nondet_int() > 0) m = -1;
  unsigned char byte = (unsigned char)n;
  unsigned wide = (unsigned)m;
  long long sum = (long long)byte + (signed char)(m + 128);
#ifdef SAFE
  if (byte == 44 && wide > 5 && sum != 171) reach_error();
#else
  if (byte == 44 && wide > 5 && sum == 171) reach_error();
#endif
  return 0;
}
