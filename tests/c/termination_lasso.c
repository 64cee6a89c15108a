// The same state comes again after several rounds, behind some that do not belong to the cycle.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// expect: status 1: from here it repeats
// check: --property termination --timeout 15 -D INPUT
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D LEFT
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  unsigned char next[8] = {1, 2, 3, 4, 5, 3, 7, 7};
#ifdef LEFT
  next[4] = 6;
#endif
  unsigned at = 0;
#ifdef INPUT
  at = __VERIFIER_nondet_uchar() & 7;
#endif
  while (at != 7) at = next[at];
  return 0;
}
