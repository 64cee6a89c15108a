// A volatile object may change at any time; the environment need not change it.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D COUNTER
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
#ifdef COUNTER
  for (volatile int i = 0; i < n; i++) {}
#else
  volatile int flag = n;
  while (flag) {}
#endif
  return 0;
}
