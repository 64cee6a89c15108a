// Whether a lock was taken is looked at later: rightly, the wrong way round, never, and after it was taken again.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D WRONG
// expect: status 2: verdict: unknown
// check: -p no-data-race -D WRONG
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D IGNORED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D IGNORED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D FORGOTTEN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D FORGOTTEN
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  int refused = pthread_mutex_trylock(&m);
#ifdef FORGOTTEN
  refused = 0;
#endif
#if defined(WRONG)
  if (refused) {
#elif defined(IGNORED)
  {
#else
  if (!refused) {
#endif
    count++;
#ifndef WRONG
    pthread_mutex_unlock(&m);
#endif
  }
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&c, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
