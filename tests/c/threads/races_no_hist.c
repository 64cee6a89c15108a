// A lock that was had on one way only orders nothing on the other.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *work(void *a) {
  if (__VERIFIER_nondet_int()) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); x = 7; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); }
  else { pthread_mutex_lock(&n); pthread_mutex_unlock(&n); x = 6; pthread_mutex_lock(&n); pthread_mutex_unlock(&n); }
  return a; }
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&m);
  pthread_create(&a, 0, work, 0);
  x = 4;
  pthread_mutex_unlock(&m);
  return 0;
}
