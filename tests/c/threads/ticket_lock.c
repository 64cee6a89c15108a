// A lock that gives numbers and serves them in turn; a number that is read and raised in two steps is given twice.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_uint given, served;
static int shared;
static void *work(void *argument) {
#ifdef TWO_STEPS
  unsigned mine = given;
  given = mine + 1;
#else
  unsigned mine = given++;
#endif
  while (served != mine) {
  }
  int seen = shared;
  shared = seen + 1;
  assert(shared == seen + 1);
  served++;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(shared == 2);
  return 0;
}
