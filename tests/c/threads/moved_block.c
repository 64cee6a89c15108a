// realloc takes the old block away, whatever other threads do with it.
// check: -p valid-deref
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref -D LOCKS
// expect: status 0: verdict: true
// check: -p valid-deref --engine symex -D LOCKS
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex -D LOCKS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
#ifdef LOCKS
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *numbers;
static void *work(void *argument) {
  LOCK;
  numbers[0] = 1;
  UNLOCK;
  return argument;
}
int main(void) {
  pthread_t a;
  numbers = malloc(sizeof *numbers);
  pthread_create(&a, 0, work, 0);
  LOCK;
  numbers = realloc(numbers, 4 * sizeof *numbers);
  UNLOCK;
  pthread_join(a, 0);
  free(numbers);
  return 0;
}
