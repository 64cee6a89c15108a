// The wait stands in a function that is called from two places, by two threads, for two flags.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D SAME
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SAME
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SAME
// expect: status 1: verdict: false(assert)
// native: no (it may not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flags[2];
static int data;
static void wait_for(atomic_int *flag) {
  while (atomic_load(flag) == 0) {
  }
}
static void *work(void *argument) {
  wait_for(&flags[0]);
  data *= 2;
  flags[1] = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  data = 4;
  flags[0] = 1;
#ifdef SAME
  wait_for(&flags[0]);
#else
  wait_for(&flags[1]);
#endif
  assert(data == 8);
  return 0;
}
