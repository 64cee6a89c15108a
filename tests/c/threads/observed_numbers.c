// Threads of one function with one argument are not alike where they look at who they are.
// check: -p assert -D WHO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D WHO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D WHO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ORDER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ORDER
// expect: status 1: verdict: false(assert)
// check: -p assert -D DIFFER
// expect: status 0: verdict: true
// check: -p assert --engine symex -D DIFFER
// expect: status 0: verdict: true
// check: -p assert --engine symex -D SAME
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_t a, b, winner;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  if (count++ == 0) winner = pthread_self();
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#if defined WHO
  assert(pthread_equal(winner, a));
#elif defined ORDER
  assert(pthread_equal(winner, b));
#elif defined DIFFER
  assert(!pthread_equal(a, b) && !pthread_equal(winner, pthread_self()));
#else
  assert(pthread_equal(winner, a) || pthread_equal(winner, b));
#endif
  return 0;
}
