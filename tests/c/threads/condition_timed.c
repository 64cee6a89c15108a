// A wait with a time may end without a signal and says so; the mutex is held again in either case.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D SIGNALLED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SIGNALLED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SIGNALLED
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int shared;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  struct timespec soon;
  clock_gettime(CLOCK_REALTIME, &soon);
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  int result = pthread_cond_timedwait(&changed, &mutex, &soon);
#ifdef SIGNALLED
  assert(shared == 1);
#else
  int seen = shared;
  assert((result == 0 || result == ETIMEDOUT) && seen == shared);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
