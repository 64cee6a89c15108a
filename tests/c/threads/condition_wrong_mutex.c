// A wait that opens another mutex than the one that guards the data.
// check: -p no-data-race -D RIGHT
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D RIGHT
// expect: status 0: verdict: true
// check: -p assert --engine symex -D RIGHT
// expect: status 0: verdict: true
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
#ifdef RIGHT
  pthread_mutex_t *guard = &mutex;
#else
  pthread_mutex_t *guard = &other;
#endif
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(guard);
  while (!ready)
    pthread_cond_wait(&changed, guard);
  assert(ready == 1);
  pthread_mutex_unlock(guard);
  pthread_join(a, 0);
  return 0;
}
