// Two mutexes in either order behind a gate, while main goes on. OPEN: the gate is left too early.
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
static void *forward(void *argument) {
  both(&first, &second);
  return argument;
}
static void *backward(void *argument) {
  both(&second, &first);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
  return 0;
}
