// The flag is set and the signal sent without the mutex: it may come between the look at the flag and the wait.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D LOCKS
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D LOCKS
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it may wait for ever)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;
static void *work(void *argument) {
#ifdef LOCKS
  pthread_mutex_lock(&mutex);
#endif
  ready = 1;
#ifdef LOCKS
  pthread_mutex_unlock(&mutex);
#endif
  pthread_cond_signal(&changed);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
  assert(ready);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
