// A lock that is taken under a condition, and opened under the same one.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D CHANGES
// expect: status 2: verdict: unknown
// check: -p no-data-race -D CHANGES
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D NEVER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D NEVER
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  int isLocked = __VERIFIER_nondet_int() != 0;
  if (isLocked) pthread_mutex_lock(&m);
#if defined(CHANGES)
  isLocked = __VERIFIER_nondet_int() != 0;
  if (isLocked) count++;
#elif defined(NEVER)
  count++;
#else
  if (isLocked) count++;
#endif
  if (isLocked) pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
