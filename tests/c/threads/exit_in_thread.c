// A thread that calls exit ends the program: what others would do behind that does not happen, what they did before it
// did.
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call -D BEFORE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D BEFORE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D BEFORE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D RETURNS
// expect: status 1: verdict: false(unreach-call)
// native: no (it calls reach_error)
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
#ifdef RETURNS
  pthread_mutex_unlock(&mutex);
  return argument;
#endif
  exit(0);
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, work, 0);
#ifdef BEFORE
  reach_error();
#endif
  pthread_mutex_lock(&mutex);
  reach_error();
  return 0;
}
