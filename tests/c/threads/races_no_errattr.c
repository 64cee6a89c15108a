// The kind of a mutex is written into its attribute.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m;
static int x;
static void *work(void *a) {
  pthread_mutex_lock(&m); pthread_mutex_lock(&m); pthread_mutex_unlock(&m);
  x++;
  pthread_mutex_unlock(&m); return a; }
int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t t;
  pthread_mutexattr_init(&t);
  *(int *)&t = 2;
  pthread_mutex_init(&m, &t);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
