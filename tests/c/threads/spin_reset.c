// A thread spins until it sees a value that is there for one step only: it may see it, and it may spin for ever.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D NEVER
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D NEVER
// expect: status 0: verdict: true
// A thread that spins can go on: that is no deadlock.
// check: -p no-deadlock --engine symex -D NEVER
// expect: status 0: verdict: true
// native: no (it may not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int flag;
static void *work(void *argument) {
  while (flag != 1) {
  }
  reach_error();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifndef NEVER
  flag = 1;
#endif
  flag = 2;
  pthread_join(a, 0);
  return 0;
}
