// A spin lock keeps others away as a mutex does; one that is tried and not looked at does not.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TRIES
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TRIES
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TRIES
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D TRIES
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D TRIES
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_spinlock_t lock;
static int shared;
static void *work(void *argument) {
#ifdef TRIES
  pthread_spin_trylock(&lock);
#else
  pthread_spin_lock(&lock);
#endif
  shared++;
  pthread_spin_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, 0, work, 0);
  pthread_spin_lock(&lock);
  shared++;
  pthread_spin_unlock(&lock);
  pthread_join(a, 0);
  assert(shared == 2);
  pthread_spin_destroy(&lock);
  return 0;
}
