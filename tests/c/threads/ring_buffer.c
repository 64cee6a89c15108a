// One thread puts, another one takes, through a ring of two places; the place must be filled before it is told.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D PLACES=1
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D PLACES=1
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef PLACES
#define PLACES 2
#endif
static int ring[PLACES];
static atomic_uint put, taken;
static void *puts_all(void *argument) {
  for (unsigned i = 0; i < 3; i++) {
    if (put - taken == 2) return argument;
#ifdef EARLY
    put++;
    ring[i % PLACES] = i + 1;
#else
    ring[i % PLACES] = i + 1;
    put++;
#endif
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, puts_all, 0);
  for (unsigned i = 0; i < 3 && put > taken; i++) {
    assert(ring[i % PLACES] == i + 1);
    taken++;
  }
  pthread_join(a, 0);
  return 0;
}
