// What atexit was given runs while other threads do, when main has returned.
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
// check: -p no-data-race --engine symex -D JOINS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int shared;
static void handler(void) {
  int first = shared;
  assert(first == shared);
}
static void *work(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  atexit(handler);
  pthread_create(&a, 0, work, 0);
#ifdef JOINS
  pthread_join(a, 0);
#endif
  return 0;
}
