// A timed lock may give up where the mutex is held, and where it is free it does not.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D NEVER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D NEVER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D NEVER
// expect: status 1: verdict: false(assert)
// check: -p no-deadlock --engine symex -D WAITS
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D WAITS
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  pthread_mutex_lock(&second);
#ifdef WAITS
  int result = pthread_mutex_lock(&first);
#else
  int result = pthread_mutex_timedlock(&first, &soon);
#endif
#ifdef NEVER
  assert(result != ETIMEDOUT);
#else
  assert(result == 0 || result == ETIMEDOUT);
#endif
  if (result == 0) {
    shared++;
    pthread_mutex_unlock(&first);
  }
  pthread_mutex_unlock(&second);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  shared++;
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  pthread_join(a, 0);
  return 0;
}
