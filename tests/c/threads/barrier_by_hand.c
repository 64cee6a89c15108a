// Threads count themselves and spin until all are there; a counter that is set to 0 too early keeps one of them for
// ever.
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
// native: no (it may not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int there;
static int values[2];
static void *work(void *argument) {
  int me = argument != 0;
  values[me] = 1;
#ifdef TWO_STEPS
  if (me) there = 2;
#else
  there++;
#endif
  while (there < 2) {
  }
  assert(values[1 - me] == 1);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, &a);
  work(0);
  pthread_join(a, 0);
  return 0;
}
