// One pointer, two mutexes: each thread holds another one.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D SAME
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D SAME
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int shared;
static void *work(void *argument) {
  pthread_mutex_t *mutex = argument;
  pthread_mutex_lock(mutex);
  shared++;
  pthread_mutex_unlock(mutex);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, &mutexes[0]);
#ifdef SAME
  pthread_create(&b, 0, work, &mutexes[0]);
#else
  pthread_create(&b, 0, work, &mutexes[1]);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
