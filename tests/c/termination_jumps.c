// Loops made of jumps: with two entries, out of two loops at once, into one.
// check: --property termination --timeout 15 -D TWO
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D TWO_ENDLESS
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D OUT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D INTO
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D INTO_ENDLESS
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SWITCH
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned __VERIFIER_nondet_uint(void);
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
#if defined TWO || defined TWO_ENDLESS
  if (__VERIFIER_nondet_bool()) goto second;
first:
#ifdef TWO
  if (n == 0) return 0;
  n--;
#endif
second:
  if (__VERIFIER_nondet_bool()) goto first;
  return 0;
#elif defined OUT
  for (;;) {
    while (1) {
      if (n == 0) goto out;
      n--;
    }
  }
out:
  return 0;
#elif defined SWITCH
  int state = 0;
  while (state != 3) {
    switch (state) {
    case 0: state = __VERIFIER_nondet_bool() ? 1 : 2; break;
    case 1: state = 2; break;
    default: state = 3;
    }
  }
  return 0;
#else
  unsigned i = 7;
  if (n > 100) goto inside;
  for (i = 0; i < n; i++) {
#ifdef INTO
  inside:
    if (i > n) break;
#else
  inside:
    if (i == 50) i = 49;
#endif
  }
  return 0;
#endif
}
