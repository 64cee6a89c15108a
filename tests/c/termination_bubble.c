// Sorting by neighbours: both loops count up to a bound that they do not change. Or the inner one starts the outer one again.
// check: --property termination --timeout 15
// expect: status 0: verdict: true
// expect: status 0: note: loop ends: count - 1 - round decreases
// check: --property termination --timeout 15 -D RESTART
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D SWAPS
// expect: status 0: verdict: true
// native: no (it may not end)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static void sort(int *numbers, int count) {
#ifdef SWAPS
  for (int changed = 1, end = count - 1; changed && end > 0; end--) {
    changed = 0;
    for (int at = 0; at < end; at++) {
#else
  for (int round = 0; round < count - 1; round++) {
    for (int at = 0; at < count - round - 1; at++) {
#endif
      if (numbers[at] > numbers[at + 1]) {
        int kept = numbers[at];
        numbers[at] = numbers[at + 1];
        numbers[at + 1] = kept;
#ifdef RESTART
        round = -1;
      } else if (numbers[at] == numbers[at + 1]) {
        round = -1; // for ever, if two numbers are equal
#elif defined SWAPS
        changed = 1;
#endif
      }
    }
  }
}
int main(void) {
  int count = __VERIFIER_nondet_int();
  if (count < 0 || count > 1000) return 1;
#ifdef RESTART
  if (count > 2) return 1;
#endif
  int *numbers = malloc((count + 1) * sizeof *numbers);
  if (!numbers) return 1;
  for (int i = 0; i < count; i++) numbers[i] = __VERIFIER_nondet_int();
  sort(numbers, count);
  free(numbers);
  return 0;
}
