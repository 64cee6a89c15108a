// A mutex that another thread unlocks keeps nobody away any more.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D KEPT
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D KEPT
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  shared = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *meddle(void *argument) {
#ifndef KEPT
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, meddle, 0);
  pthread_create(&b, 0, work, 0);
  shared = 2;
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
