// A sum over every n-th element: with a stride of 0 the index stays where it is.
// check: --property termination --timeout 15
// expect: status 1: verdict: false(termination)
// expect: status 1: stride = 0 (int, input)
// check: --property termination --timeout 15 -D POSITIVE
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D EITHER
// expect: status 0: verdict: true
// native: no (it may not end)
extern int __VERIFIER_nondet_int(void);
static long sum(const long *numbers, int count, int stride) {
  int end = count * stride;
  long result = 0;
  for (int i = 0; stride < 0 ? i > end : i < end || (i == 0 && end == 0 && count > 0); i += stride) result += numbers[i < 0 ? -i : i];
  return result;
}
int main(void) {
  long numbers[64] = {0};
  int count = __VERIFIER_nondet_int(), stride = __VERIFIER_nondet_int();
  if (count < 1 || count > 8 || stride < -8 || stride > 8) return 1;
#ifdef POSITIVE
  if (stride <= 0) return 1;
#elif defined EITHER
  if (stride == 0) return 1;
#endif
  return (int)sum(numbers, count, stride);
}
