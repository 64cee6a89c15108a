// Elements of arrays that loops count up or down: the measure reads memory.
// check: --property termination --timeout 15 -D DOWN
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D UP
// expect: status 0: verdict: true
// check: --property termination --timeout 2 -D OTHER_ELEMENT
// expect: status 2: verdict: unknown
// check: --property termination --timeout 6 -D WRITTEN_AGAIN
// expect: status 1: verdict: false(termination)
// native: no (it may not end)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int length = __VERIFIER_nondet_int(), limit = __VERIFIER_nondet_int();
  if (length < 2 || length > 1000) return 0;
  int a[length];
  for (int i = 0; i < length; i++) {
    int value = __VERIFIER_nondet_int();
    a[i] = value;
  }
  for (int j = 0; j < length; j++) {
#ifdef DOWN
    while (a[j] > 0) a[j]--;
#elif defined(UP)
    while (a[j] < limit) a[j]++;
#elif defined(OTHER_ELEMENT) // endless, unless the element is negative, or a[0] is what is counted
    while (a[j] > 0) a[0]--;
#else
    while (a[j] > 0) {
      a[j]--;
      a[length - 1] = 1;
    }
#endif
  }
  return 0;
}
