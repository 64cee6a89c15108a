// A lock for readers and writers refuses to be locked twice.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int x;
static void *work(void *a) {
  pthread_rwlock_wrlock(&m);
  pthread_rwlock_wrlock(&m); // EDEADLK
  pthread_rwlock_unlock(&m);
  x++;
  pthread_rwlock_unlock(&m);
  return a;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0); return 0; }
