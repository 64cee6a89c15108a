// Data is written before a flag is set. The flag orders both threads if it is atomic, and does not if it is plain or
// volatile.
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D FLAG=int
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D FLAG=int
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D FLAG=int
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "FLAG=volatile int"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "FLAG=volatile int"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D LATE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D LATE
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D LATE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D LATE
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef FLAG
#define FLAG atomic_int
#endif
static int data;
static FLAG flag;
static void *work(void *argument) {
#ifdef LATE
  flag = 1;
  data = 5;
#else
  data = 5;
  flag = 1;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  if (flag) assert(data == 5);
  pthread_join(a, 0);
  return 0;
}
