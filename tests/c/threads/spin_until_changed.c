// A loop waits until a value is another than before; when it has ended, the value may be the old one again.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D STAYS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D STAYS
// expect: status 0: verdict: true
// native: no (it may not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static void *work(void *argument) {
  int old = turn;
  while (turn == old) {
  }
  assert(turn != old);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  turn = 1;
#ifndef STAYS
  turn = 0;
#endif
  pthread_exit(0);
}
