// Two takers, two items, one condition: each item is taken once, in whatever order.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p assert -D IF
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D IF
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D IF
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int items, taken;
static void *take(void *argument) {
  pthread_mutex_lock(&mutex);
#ifdef IF
  if (items == 0)
#else
  while (items == 0)
#endif
    pthread_cond_wait(&filled, &mutex);
  taken += items > 0;
  items--;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, take, 0);
  pthread_create(&b, 0, take, 0);
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&mutex);
    items++;
    pthread_cond_broadcast(&filled);
    pthread_mutex_unlock(&mutex);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(taken == 2 && items == 0);
  return 0;
}
