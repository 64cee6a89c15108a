// Another thread may wait for main, which has left by pthread_exit.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p no-deadlock --engine symex -D CIRCLE
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D CIRCLE
// expect: status 1: verdict: false(no-deadlock)
// native: no (it calls reach_error)
#include <assert.h>
#include <pthread.h>
void reach_error(void);
static pthread_t first;
static void *work(void *argument) {
  void *result;
  pthread_join(first, &result);
  assert(result == (void *)5);
  reach_error();
  return argument;
}
int main(void) {
  pthread_t a;
  first = pthread_self();
  pthread_create(&a, 0, work, 0);
#ifdef CIRCLE
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
#endif
  pthread_exit((void *)5);
}
