// The difference of two characters needs more bits than a character has: -x is no measure here.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D NOT_MAX
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  signed char x = (signed char)__VERIFIER_nondet_uchar();
#ifdef NOT_MAX
  while (x != 127) x++;
#else
  while (1) x++;
#endif
  return 0;
}
