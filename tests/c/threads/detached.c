// A detached thread is not joined: main leaves by pthread_exit and the thread goes on; main returns and it may not
// have begun.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D HELD
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D HELD
// expect: status 0: verdict: true
// check: --engine symex -p unreach-call -D JOINS
// expect: status 2: joined or detached before
// native: no (it calls reach_error)
#include <pthread.h>
void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
#ifdef HELD
  pthread_mutex_lock(&mutex);
#endif
#ifndef JOINS
  reach_error();
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, work, 0);
  pthread_detach(a);
#if defined RETURNS || defined HELD
  return 0;
#elif defined JOINS
  pthread_join(a, 0);
#endif
  pthread_exit(0);
}
