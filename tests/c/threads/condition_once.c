// A wait may return though nobody has signalled, or after another thread has taken what was there: it stands in a loop.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D LOOP
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LOOP
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D LOOP
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items;
static void *take(void *argument) {
  pthread_mutex_lock(&mutex);
#ifdef LOOP
  while (items == 0)
#else
  if (items == 0)
#endif
    pthread_cond_wait(&filled, &mutex);
  items--;
  assert(items >= 0);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, take, 0);
  pthread_mutex_lock(&mutex);
  items++;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
