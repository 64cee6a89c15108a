// What an inner loop does to the counter of the outer one.
// check: --property termination --timeout 15 -D RESETS
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BACK
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FORTH
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D SAME
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SHARED
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar();
#ifdef RESETS
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < 3; j++)
      if (i == 5 && j == 2) i = 0;
#elif defined BACK
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < i; j++)
      if (j == 7) i--;
#elif defined FORTH
  for (unsigned i = 0; i < n; i++)
    for (; i < n && i % 4 != 0; i++) {}
#elif defined SAME
  unsigned i;
  for (i = 0; i < n; i++)
    for (i = 0; i < 3; i++) {}
#else
  unsigned j = 0;
  for (unsigned i = 0; i < n; i++)
    while (j < n) j++; // j is not set back
#endif
  return 0;
}
