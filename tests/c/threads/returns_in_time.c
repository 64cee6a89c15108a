// Main returns while a thread is about to fail: the error happens if the thread was quick, and not if it must wait for
// main's end.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D LOCKED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LOCKED
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D LOCKED
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;
static void *work(void *argument) {
#ifdef LOCKED
  pthread_mutex_lock(&mutex);
#endif
  assert(value == 0);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, work, 0);
  value = 1;
  return 0;
}
