// A function that pthread_once calls, and that comes to the same pthread_once, waits for itself.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D OTHER
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D OTHER
// expect: status 0: verdict: true
// native: no (it waits for ever)
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static void nothing(void) {}
static void initialise(void) {
#ifdef OTHER
  pthread_once(&other, nothing);
#else
  pthread_once(&once, nothing);
#endif
}
static void *work(void *argument) {
  pthread_once(&once, initialise);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
