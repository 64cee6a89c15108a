// Two mutexes in either order are no deadlock where a third one lets only one of the threads in.
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock -D OPEN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D OPEN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D OPEN
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(&gate);
  pthread_mutex_lock(a);
#ifdef OPEN
  pthread_mutex_unlock(&gate);
#endif
  pthread_mutex_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
#ifndef OPEN
  pthread_mutex_unlock(&gate);
#endif
}
static void *work(void *argument) {
  both(&second, &first);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  both(&first, &second);
  pthread_join(a, 0);
  return 0;
}
