// The negation of a small integer type's least number is that number again, and no overflow.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D REST
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  signed char x = (signed char)__VERIFIER_nondet_uchar();
#ifdef REST
  if (x == -128) return 1;
#endif
  while (x < 0) x = -x;
  return 0;
}
