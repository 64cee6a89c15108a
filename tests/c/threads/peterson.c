// Peterson's lock. With the turn given before the wish is told, both threads get in.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D SWAPPED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SWAPPED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SWAPPED
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D SWAPPED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D SWAPPED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "FLAG=volatile int"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "FLAG=volatile int"
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef FLAG
#define FLAG atomic_int
#endif
static FLAG wants[2], turn;
static int inside;
static void *work(void *argument) {
  int me = argument != 0, other = 1 - me;
#ifdef SWAPPED
  turn = other;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = other;
#endif
  while (wants[other] && turn == other) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  wants[me] = 0;
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, &inside);
  work(0);
  pthread_join(a, 0);
  return 0;
}
