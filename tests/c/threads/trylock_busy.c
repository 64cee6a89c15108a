// A mutex that another thread holds makes trylock fail; who goes on regardless has no lock.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D LOOKS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LOOKS
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D LOOKS
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D IGNORES
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D IGNORES
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
  int result = pthread_mutex_trylock(&mutex);
#ifdef LOOKS
  assert(result == 0 || result == EBUSY);
  if (result != 0) return argument;
#elif !defined IGNORES
  assert(result == 0);
#endif
  shared++;
  if (result == 0) pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
