// A thread makes another one and does not wait for it: who has joined the first has not joined the second.
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
// check: -p no-data-race -D WAITS
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D WAITS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D WAITS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D WAITS -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D WAITS -D EARLY
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static int shared;
static void *inner(void *argument) {
  shared = 1;
  return argument;
}
static void *outer(void *argument) {
  pthread_t b;
  pthread_create(&b, 0, inner, 0);
#ifdef WAITS
  pthread_join(b, 0);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, outer, 0);
#ifdef EARLY
  assert(shared == 0);
#endif
  pthread_join(a, 0);
  assert(shared == 1);
  return 0;
}
