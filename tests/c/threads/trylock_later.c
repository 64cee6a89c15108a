// Whether trylock has locked is asked later.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D WRONG
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D WRONG
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D WRONG
// expect: status 1: verdict: false(no-data-race)
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
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int failed = pthread_mutex_trylock(&mutex);
  int copy = failed;
#ifdef WRONG
  copy = 0;
#endif
  if (!copy) shared = 2;
  if (!failed) pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
