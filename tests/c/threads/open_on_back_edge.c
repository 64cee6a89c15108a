// A mutex is locked before a loop whose body opens it: from the second round on nobody holds it.
// check: -p no-data-race -D AGAIN
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D AGAIN
// expect: status 0: verdict: true
// check: -p assert --engine symex -D AGAIN
// expect: status 0: verdict: true
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  for (int i = 0; i < 2; i++) {
    shared++;
    pthread_mutex_unlock(&mutex);
#ifdef AGAIN
    pthread_mutex_lock(&mutex);
#endif
  }
#ifdef AGAIN
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(a, 0);
  assert(shared == 3);
  return 0;
}
