// In a heap of equal elements, nothing is larger than its parent.
// check: --property unreach-call --timeout 20 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 0 || n > 100000) return 0;
  int heap[n];
  for (int i = 0; i < n; i++) heap[i] = 3;
  heap[0] = __VERIFIER_nondet_int();
  if (heap[0] > 3) return 0;
  int at = 0;
  while (2 * at + 1 < n) {
    int child = 2 * at + 1;
    if (heap[at] >= heap[child]) break;
    int other = heap[at];
    heap[at] = heap[child];
    heap[child] = other;
    at = child;
  }
  for (int i = 1; i < n; i++) check(heap[i] <= 3 WRONG(- (i == 2)));
  return 0;
}
