// A lock for readers and writers refuses to be locked again by another name.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_rwlock_t m[2] = {PTHREAD_RWLOCK_INITIALIZER, PTHREAD_RWLOCK_INITIALIZER};
static int x;
static void *work(void *a) {
  int i = __VERIFIER_nondet_int() & 1;
  pthread_rwlock_wrlock(&m[0]);
  pthread_rwlock_wrlock(&m[i]);
  pthread_rwlock_unlock(&m[i]);
  x++;
  pthread_rwlock_unlock(&m[0]);
  return a;
}
int main(void) { pthread_t a, b; pthread_create(&a, 0, work, 0); pthread_create(&b, 0, work, 0); return 0; }
