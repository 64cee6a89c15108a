// Counters of eight bits are compared as int: some bounds they never reach, others only because they wrap around.
// check: --property termination --timeout 15 -D UNSIGNED
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SIGNED
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BELOW
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D NEXT
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D WRAPS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D INPUT
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D BOUNDED
// expect: status 0: verdict: true
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
#ifdef UNSIGNED
  for (unsigned char c = 0; c < 256; c++) {}
#elif defined SIGNED
  for (signed char c = 0; c <= 127; c++) {}
#elif defined BELOW
  for (unsigned char c = 0; c < 255; c++) {}
#elif defined NEXT
  for (signed char c = 0; c + 1 <= 127; c++) {}
#elif defined WRAPS
  for (signed char c = 1; c > 0; c++) {} // 127 + 1 becomes -128
#elif defined INPUT
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
  for (; a <= b; a++) {}
#else
  unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar() & 127;
  for (; a <= b; a++) {}
#endif
  return 0;
}
