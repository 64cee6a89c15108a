// sem_trywait fails where nothing is left, with EAGAIN in the errno of its own thread.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ALWAYS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ALWAYS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ALWAYS
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t semaphore;
static void *take(void *argument) {
  errno = 0;
  int result = sem_trywait(&semaphore), value;
#ifdef ALWAYS
  assert(result == 0);
#else
  assert(result == 0 ? errno == 0 : result == -1 && errno == EAGAIN);
#endif
  sem_getvalue(&semaphore, &value);
  assert(value == 0);
  return argument;
}
int main(void) {
  pthread_t a;
  sem_init(&semaphore, 0, 1);
  pthread_create(&a, 0, take, 0);
  take(0);
  pthread_join(a, 0);
  return 0;
}
