// A wait for a condition opens the mutex in the middle.
// run: -p assert --seed 1
// expect: exit 0
// run: -p assert --seed 2
// expect: exit 0
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D BEFORE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D BEFORE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D BEFORE
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, value = 1;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  value = 2;
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, work, 0);
  int before = value;
  while (!ready)
    pthread_cond_wait(&changed, &mutex);
#ifdef BEFORE
  assert(before == value);
#else
  assert(before == 1 && value == 2);
#endif
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
