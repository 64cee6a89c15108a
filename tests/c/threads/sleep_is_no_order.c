// Who sleeps does not know that others have gone on meanwhile.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p assert -D JOINS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D JOINS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D WAIT=usleep(1000)
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D WAIT=usleep(1000)
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D WAIT=sched_yield()
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D WAIT=sched_yield()
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#ifndef WAIT
#define WAIT sleep(10)
#endif
static int done;
static void *work(void *argument) {
  done = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  WAIT;
#ifdef JOINS
  pthread_join(a, 0);
#endif
  assert(done);
  return 0;
}
