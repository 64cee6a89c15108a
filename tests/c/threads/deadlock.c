// Two mutexes in either order: each thread may wait for the other one.
// run: -p no-deadlock
// expect: exit 0
// run: -p no-deadlock --schedule 0,1
// expect: error(no-deadlock): wait for each other in a circle
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D ORDER
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D ORDER
// expect: status 0: verdict: true
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  shared++;
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}
static void *work(void *argument) {
#ifdef ORDER
  both(&first, &second);
#else
  both(&second, &first);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  both(&first, &second);
  pthread_join(a, 0);
  return 0;
}
