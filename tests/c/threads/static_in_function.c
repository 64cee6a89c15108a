// A static object in a function is one for all threads.
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D CLASS=_Thread_local
// expect: status 0: verdict: true
// check: -p assert --engine symex -D CLASS=_Thread_local
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D CLASS=_Thread_local
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#ifndef CLASS
#define CLASS
#endif
static int next(void) {
  static CLASS int number;
  return ++number;
}
static void *work(void *argument) {
  assert(next() == 1);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  assert(next() == 1);
  pthread_join(a, 0);
  return 0;
}
