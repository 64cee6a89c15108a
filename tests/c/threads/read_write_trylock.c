// Another reader does not disturb tryrdlock, but a writer does; trywrlock fails beside either.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D READER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D READER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D READER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D WRITER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D WRITER
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *work(void *argument) {
#ifdef WRITER
  pthread_rwlock_wrlock(&lock);
#else
  pthread_rwlock_rdlock(&lock);
#endif
  int seen = shared;
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef READER
  int result = pthread_rwlock_trywrlock(&lock);
#else
  int result = pthread_rwlock_tryrdlock(&lock);
#endif
  assert(result == 0);
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
