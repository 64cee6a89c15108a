// A step that is left out for one value only.
// check: --property termination --timeout 15 -D CONTINUE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FOR
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D UNREACHED
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D ODD
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D ODD -D WRAPS
// check: --property termination --timeout 15 -D FLAG
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D ARGUMENT
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D ARGUMENT_ENDS
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned down(unsigned n) {
  if (n == 0) return 0;
#ifdef ARGUMENT
  if (n == 77) return down(n);
#endif
  return down(n - 1);
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
#ifdef CONTINUE
  while (i < n) {
    if (i == 10) continue;
    i++;
  }
#elif defined FOR
  for (; i < n; i++) {
    if (i == 10) continue;
    if (i == 11) i++;
  }
#elif defined UNREACHED
  while (i < n && i <= 20) {
    if (i == 11) continue; // i is even
    i += 2;
  }
#elif defined ODD
#ifndef WRAPS
  n >>= 1;
#endif
  while (i < n) { // 0, 1, 4, 5, ... and 2^32 - 3, which is below n perhaps, and then 0

    if (i % 2) {
      i += 3;
      continue;
    }
    i++;
  }
#elif defined FLAG
  int skipped = 0;
  while (i < n) {
    if (i == 10) {
      skipped = !skipped;
      if (skipped) continue;
      i = 5;
    }
    i++;
  }
#else
  down(n & 127);
#endif
  return 0;
}
