// A stack without locks whose nodes come again: an exchange finds the same node on top, and takes an old neighbour
// with it.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D COUNTED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D COUNTED
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
// top: number of a node in the lowest digit; with COUNTED, how often it was changed above that.
static atomic_int top = 1;
static atomic_int next[3] = {0, 2, 0};
static int pop(void) {
  int seen = top, node = seen % 10;
  if (node == 0) return 0;
  int below = next[node];
#ifdef COUNTED
  below += (seen / 10 + 1) * 10;
#endif
  return atomic_compare_exchange_strong(&top, &seen, below) ? node : 0;
}
static void *work(void *argument) {
  int first = pop(), second = pop();
  if (first == 1 && second == 2) {
    int seen = top;
    next[1] = seen % 10;
#ifdef COUNTED
    atomic_compare_exchange_strong(&top, &seen, (seen / 10 + 1) * 10 + 1);
#else
    atomic_compare_exchange_strong(&top, &seen, 1);
#endif
  }
  return (void *)(long)(first == 1 && second == 2);
}
int main(void) {
  pthread_t a;
  void *took_second;
  pthread_create(&a, 0, work, 0);
  pop();
  pthread_join(a, &took_second);
  assert(!(took_second && top % 10 == 2));
  return 0;
}
