// Who holds a lock for writing and asks for it again is told so; who has it twice for reading gives it back twice.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D EARLY
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int shared;
static void *work(void *argument) {
  pthread_rwlock_rdlock(&lock);
  assert(pthread_rwlock_tryrdlock(&lock) == 0);
  pthread_rwlock_unlock(&lock);
#ifdef EARLY
  pthread_rwlock_unlock(&lock);
#endif
  int seen = shared;
  assert(seen == 0 || seen == 2);
#ifndef EARLY
  pthread_rwlock_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_rwlock_wrlock(&lock);
  shared = 1;
  assert(pthread_rwlock_rdlock(&lock) == EDEADLK);
  shared = 2;
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  return 0;
}
