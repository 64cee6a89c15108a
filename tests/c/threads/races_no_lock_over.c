// A lock is written over while it is held.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *a) { pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&m);
  memset(&m, 0, sizeof m);
  pthread_create(&a, 0, work, 0);
  x++;
  pthread_mutex_unlock(&m);
  return 0;
}
