// Numbers that do not become larger any more, and steps that miss the bound.
// check: --property termination --timeout 15 -D STOPS
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D DOUBLE
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D HALVES
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D TENTHS
// check: --property termination --timeout 15 -D INFINITE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D NAN
// expect: status 0: verdict: true
// native: no (it may not end)
extern float __VERIFIER_nondet_float(void);
int main(void) {
#ifdef STOPS
  for (float f = 16777210.0f; f < 16777220.0f; f += 1.0f) {} // 2^24 + 1 is 2^24
#elif defined DOUBLE
  for (double d = 16777210.0; d < 16777220.0; d += 1.0) {}
#elif defined HALVES
  for (float f = 0.0f; f != 4.0f; f += 0.5f) {}
#elif defined TENTHS
  for (float f = 0.0f; f != 1.0f; f += 0.1f) {} // 1.0000001, and 2^21 is the end of the way
#elif defined INFINITE
  for (float f = 1.0f; f > 0.0f; f *= 2.0f) {}
#else
  float f = __VERIFIER_nondet_float();
  while (f != f && f == 0.0f) {}
#endif
  return 0;
}
