// What a mutex guards is equal whenever the mutex is free; an atomic region that does not lock it breaks that.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D REGION
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D REGION
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D REGION
// expect: status 1: verdict: false(assert)
// Both are never in the middle of it at once, but one of them is not atomic:
// check: -p no-data-race --engine symex -D REGION
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D REGION
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int first, second;
static void *work(void *argument) {
#ifdef REGION
  __VERIFIER_atomic_begin();
#else
  pthread_mutex_lock(&mutex);
#endif
  first++;
  second++;
#ifdef REGION
  __VERIFIER_atomic_end();
#else
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  int seen = first;
  assert(seen == second);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
