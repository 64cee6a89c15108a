// Two threads that wait for each other are a deadlock though another one runs for ever.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// truth: no-deadlock false --engine symex
// truth: no-deadlock true -D ORDER
// native: no (it does not end)
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
static volatile int rounds;
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
  for (;;) rounds = !rounds;
}
