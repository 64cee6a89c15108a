// A mutex that was locked twice and opened once is held only if the second lock succeeded.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D BY_CONSTANT
// expect: status 2: verdict: unknown
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OPENED
// expect: status 2: verdict: unknown
// check: -p no-data-race -D OPENED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D CHECKS
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D CHECKS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D CHECKS_BY_CONSTANT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D CHECKS_BY_CONSTANT
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t m =
#ifdef CHECKS_BY_CONSTANT
    PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
#elif defined BY_CONSTANT
    PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
#else
    PTHREAD_MUTEX_INITIALIZER;
#endif
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#ifdef OPENED
  pthread_mutex_unlock(&m);
#endif
  count++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
#if !defined CHECKS_BY_CONSTANT && !defined BY_CONSTANT
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef CHECKS
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
#else
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_RECURSIVE);
#endif
  pthread_mutex_init(&m, &kind);
#endif
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
