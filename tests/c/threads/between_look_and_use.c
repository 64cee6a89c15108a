// What was looked at has changed when it is used: a sum overflows, a divisor is 0, a pointer is null.
// check: -p no-overflow -D LIMIT
// expect: status 1: verdict: false(no-overflow)
// check: -p no-overflow --engine symex -D LIMIT
// expect: status 1: verdict: false(no-overflow)
// check: -p no-overflow --engine schedules -D LIMIT
// expect: status 1: verdict: false(no-overflow)
// check: -p division-by-zero --engine symex -D DIVIDES
// expect: status 1: verdict: false(division-by-zero)
// check: -p division-by-zero --engine schedules -D DIVIDES
// expect: status 1: verdict: false(division-by-zero)
// check: -p valid-deref --engine symex -D POINTER
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules -D POINTER
// expect: status 1: verdict: false(valid-deref)
// check: -p no-overflow -D LIMIT -D LOCKS
// expect: status 0: verdict: true
// check: -p no-overflow --engine symex -D LIMIT -D LOCKS
// expect: status 0: verdict: true
// check: -p division-by-zero --engine symex -D DIVIDES -D LOCKS
// expect: status 0: verdict: true
// check: -p valid-deref --engine symex -D POINTER -D LOCKS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef LOCKS
#define LOCK pthread_mutex_lock(&mutex)
#define UNLOCK pthread_mutex_unlock(&mutex)
#else
#define LOCK
#define UNLOCK
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int target = 1, *pointer = &target, divisor = 5, sum = INT_MAX - 1;
static void *work(void *argument) {
  LOCK;
#ifdef LIMIT
  if (sum < INT_MAX) sum++;
#elif defined DIVIDES
  if (divisor != 0) target = 10 / divisor;
  divisor = 0;
#else
  if (pointer) *pointer = 2;
  pointer = 0;
#endif
  UNLOCK;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
