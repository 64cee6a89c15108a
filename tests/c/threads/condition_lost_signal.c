// A signal that comes before the wait wakes nobody. POSIX allows a wait to return without one, but does not promise
// it: so this may wait for ever.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D LOOKS
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D LOOKS
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it may wait for ever)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
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
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
#ifdef LOOKS
  while (!ready)
#endif
    pthread_cond_wait(&changed, &mutex);
  assert(ready == 0 || ready == 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
