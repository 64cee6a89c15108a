// An assignment that cuts off bits starts the counter again.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BELOW
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D LONG
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
#ifdef LONG
  unsigned long n = __VERIFIER_nondet_ulong(), i = 0;
  while (i < n) i = (unsigned)(i + 1);
#else
#ifdef BELOW
  int limit = 200;
#else
  int limit = 300;
#endif
  int i = 0;
  while (i < limit) {
    unsigned char c = (unsigned char)i;
    i = c + 1;
  }
#endif
  return 0;
}
