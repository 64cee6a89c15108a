// Two threads that wait for each other are a deadlock though main goes on, and ends the program.
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
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
}
static void *forward(void *argument) {
  both(&first, &second);
  return argument;
}
static void *backward(void *argument) {
#ifdef ORDER
  both(&first, &second);
#else
  both(&second, &first);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
  return 0;
}
