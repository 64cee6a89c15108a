// Two threads spin for each other. Each says first that it is there, or neither ever goes on.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D CIRCLE
// expect: status 0: verdict: true
// check: -p assert --engine symex -D CIRCLE
// expect: status 0: verdict: true
// native: no (it may not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int x, y;
static void *work(void *argument) {
#ifndef CIRCLE
  x = 1;
#endif
  while (!y) {
  }
  x = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifndef CIRCLE
  y = 1;
#endif
  while (!x) {
  }
  y = 1;
  assert(x && y);
  reach_error();
  return 0;
}
