// Readers see two numbers that a writer changes together; one that locks for reading only while it writes, does not
// keep them away.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D READS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D READS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D READS
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D READS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D READS
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;
static void *read_both(void *argument) {
  pthread_rwlock_rdlock(&lock);
  int a = first, b = second;
  assert(a == b);
  pthread_rwlock_unlock(&lock);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_both, 0);
  pthread_create(&b, 0, read_both, 0);
#ifdef READS
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  first = 1;
  second = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
