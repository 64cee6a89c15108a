// A rotation meets a one, if there is one.
// check: --property termination --timeout 15 -D NONZERO
// expect: status 0: verdict: true
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
#ifdef NONZERO
  if (x == 0) return 1;
#endif
  while (!(x & 1)) x = (unsigned char)(x >> 1 | x << 7);
  return 0;
}
