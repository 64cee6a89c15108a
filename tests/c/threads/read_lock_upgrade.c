// Two readers that want to write wait for each other; who lets go before it asks for more must look again.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D LETS_GO
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D LETS_GO
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LETS_GO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D LETS_GO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D LETS_GO -D LOOKS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int made;
static void *make(void *argument) {
  pthread_rwlock_rdlock(&lock);
  int missing = made == 0;
#ifdef LETS_GO
  pthread_rwlock_unlock(&lock);
#endif
  if (missing) {
    pthread_rwlock_wrlock(&lock);
#ifdef LOOKS
    if (made == 0)
#endif
      made++;
    pthread_rwlock_unlock(&lock);
  }
#ifndef LETS_GO
  pthread_rwlock_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, make, 0);
  make(0);
  pthread_join(a, 0);
  assert(made == 1);
  return 0;
}
