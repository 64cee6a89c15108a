// A reader that wants to write waits for itself, while main goes on. ONE: it does not ask for that.
// SPIN: a spin lock and a lock for readers in either order.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D ONE
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D ONE
// expect: status 0: verdict: true
// check: -p no-deadlock -D SPIN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D SPIN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D SPIN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D SPIN -D ONE
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D SPIN -D ONE
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static void *forward(void *argument) {
  pthread_rwlock_rdlock(&lock);
#ifdef SPIN
  pthread_spin_lock(&spin);
  pthread_spin_unlock(&spin);
#else
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  pthread_rwlock_unlock(&lock);
  return argument;
}
static void *backward(void *argument) {
#ifdef SPIN
  pthread_spin_lock(&spin);
#ifdef ONE
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  pthread_rwlock_unlock(&lock);
  pthread_spin_unlock(&spin);
#else
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_spin_init(&spin, 0);
#if defined ONE && !defined SPIN
  pthread_create(&a, 0, backward, 0);
#else
  pthread_create(&a, 0, forward, 0);
#endif
  pthread_create(&b, 0, backward, 0);
  return 0;
}
