// A lock made of a flag that is tested and set in one step. Tested first and set then, two threads may have it.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TESTS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TESTS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TESTS
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D TESTS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D TESTS
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_flag flag = ATOMIC_FLAG_INIT;
static atomic_int taken;
static int shared;
static void *work(void *argument) {
#ifdef TESTS
  while (taken) {
  }
  taken = 1;
#else
  while (atomic_flag_test_and_set_explicit(&flag, memory_order_acquire)) {
  }
#endif
  shared++;
#ifdef TESTS
  taken = 0;
#else
  atomic_flag_clear_explicit(&flag, memory_order_release);
#endif
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
