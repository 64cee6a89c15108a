// A thread spins until a flag that another one toggles for ever is set, and fails then.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D WANTED=3
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D WANTED=3
// expect: status 0: verdict: true
// native: no (it does not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef WANTED
#define WANTED 2
#endif
static atomic_int state;
static void *turn(void *argument) {
  for (;;) {
    state = 1;
    state = 2;
    state = 0;
  }
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, turn, 0);
  while (state != WANTED) {
  }
  reach_error();
  return 0;
}
