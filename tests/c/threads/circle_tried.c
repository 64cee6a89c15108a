// One of two threads only tries to lock the second mutex, or waits for it for some time: there is no circle.
// LOCKS: it does both, and waits in the end.
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock -D TIMED
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D TIMED
// expect: status 0: verdict: true
// check: -p no-deadlock -D LOCKS
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D LOCKS
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D LOCKS
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <time.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void *forward(void *argument) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return argument;
}
static void *backward(void *argument) {
  pthread_mutex_lock(&second);
#ifdef TIMED
  const struct timespec time = {1, 0};
  int result = pthread_mutex_timedlock(&first, &time);
#else
  int result = pthread_mutex_trylock(&first);
#endif
#ifdef LOCKS
  if (result != 0) result = pthread_mutex_lock(&first);
#endif
  if (result == 0) pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
  return 0;
}
