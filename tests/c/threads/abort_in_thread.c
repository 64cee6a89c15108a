// A thread that aborts ends the program: main does not get behind the join.
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D EARLIER
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D EARLIER
// expect: status 1: verdict: false(unreach-call)
// native: no (it calls reach_error)
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
#ifdef RETURNS
  return argument;
#endif
  abort();
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef EARLIER
  pthread_mutex_lock(&mutex);
  reach_error();
#endif
  pthread_join(a, 0);
  reach_error();
  return 0;
}
