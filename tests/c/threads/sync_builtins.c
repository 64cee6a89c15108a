// gcc's older builtins: each is one step.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D PLAIN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D PLAIN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D PLAIN
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static int lock, shared, count, swapped;
static void *work(void *argument) {
#ifdef PLAIN
  count++;
#else
  __sync_fetch_and_add(&count, 1);
#endif
  while (__sync_lock_test_and_set(&lock, 1)) {
  }
  shared++;
  __sync_lock_release(&lock);
  if (__sync_bool_compare_and_swap(&swapped, 0, 1)) assert(__sync_val_compare_and_swap(&swapped, 1, 2) == 1);
  __sync_synchronize();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(shared == 2 && count == 2 && swapped == 2);
  return 0;
}
