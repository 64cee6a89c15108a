// A flag of pthread_once is set back.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_once_t f = PTHREAD_ONCE_INIT;
static int x;
static void init(void) { x++; }
static void *first(void *a) { pthread_once(&f, init); return a; }
static void *second(void *a) { x++; return a; }
int main(void) {
  pthread_t a, b;
  pthread_once(&f, init);
  f = PTHREAD_ONCE_INIT;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  return 0;
}
