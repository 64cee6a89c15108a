// Cancellation, signals to threads and robust mutexes are not modelled: nothing is told where they are used.
// check: --engine symex -p assert -D CANCELS
// expect: status 2: unsupported_parts.c:37:
// check: --engine symex -p assert -D KILLS
// expect: status 2: unsupported_parts.c:39:
// check: --engine symex -p assert -D ROBUST
// expect: status 2: unsupported_parts.c:33:
// check: --engine symex -p assert -D CONSISTENT
// expect: status 2: unsupported_parts.c:41:
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <signal.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int shared;
static void *work(void *argument) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  pthread_testcancel();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
#ifdef ROBUST
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
#endif
  pthread_create(&a, 0, work, 0);
#ifdef CANCELS
  pthread_cancel(a);
#elif defined KILLS
  pthread_kill(a, SIGUSR1);
#elif defined CONSISTENT
  pthread_mutex_consistent(&mutex);
#endif
  pthread_join(a, 0);
  assert(shared == 1);
  return 0;
}
