// A lock that others may use is initialised again, destroyed, written over or copied over.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D INITIALISED
// expect: status 2: verdict: unknown
// check: -p no-data-race -D INITIALISED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D DESTROYED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D DESTROYED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D FILLED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D FILLED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D COPIED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D COPIED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TOO_EARLY
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TOO_EARLY
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m, n = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return argument;
}
static pthread_t a, b;
int main(void) {
  pthread_mutex_init(&m, 0);
#ifdef TOO_EARLY
  pthread_mutex_destroy(&m);
#endif
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
#if defined(INITIALISED)
  pthread_mutex_init(&m, 0);
#elif defined(DESTROYED)
  pthread_mutex_destroy(&m);
#elif defined(FILLED)
  memset(&m, 0, sizeof m);
#elif defined(COPIED)
  m = n;
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_mutex_destroy(&m);
  return 0;
}
