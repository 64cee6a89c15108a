// Two threads pass a turn to each other: neither lock nor race.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D EARLY
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn;
static int shared;
static void *work(void *argument) {
  while (turn != 1) {
  }
#ifdef EARLY
  turn = 0;
  shared *= 3;
#else
  shared *= 3;
  turn = 0;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  shared = 1;
  turn = 1;
  while (turn != 0) {
  }
  shared++;
  pthread_join(a, 0);
  assert(shared == 4);
  return 0;
}
