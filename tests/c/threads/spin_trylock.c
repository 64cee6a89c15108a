// A mutex that is tried until it is had, with a yield in between, is a lock; two that are tried in turn, and given
// back, are no deadlock.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONE_TRY
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <sched.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  while (pthread_mutex_trylock(b)) {
#ifdef ONE_TRY
    break;
#endif
    pthread_mutex_unlock(a);
    sched_yield();
    pthread_mutex_lock(a);
  }
  int seen = shared;
  shared = seen + 1;
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}
static void *work(void *argument) {
  both(&second, &first);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  both(&first, &second);
  pthread_join(a, 0);
  assert(shared == 2);
  return 0;
}
