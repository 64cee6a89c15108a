// Threads that a loop creates, and a number of increments that depends on how many there are. The lock keeps them apart.
// check: -p assert --engine sequentialise
// expect: status 0: verdict: true
// check: -p assert -D NO_LOCK --engine sequentialise
// expect: status 2: verdict: unknown
// check: -p assert -D NO_LOCK
// expect: status 1: verdict: false(assert)
// check: -p assert -D NO_JOIN --engine sequentialise
// expect: status 2: verdict: unknown
// check: -p assert -D NO_JOIN
// expect: status 1: verdict: false(assert)
// check: -p assert -D ANY_NUMBER --engine sequentialise
// expect: status 2: verdict: unknown
// native: no (the schedule is the machine's)
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static void *work(void *argument) {
#ifndef NO_LOCK
  pthread_mutex_lock(&lock);
#endif
  const int old = number;
  number = old + 1;
#ifndef NO_LOCK
  pthread_mutex_unlock(&lock);
#endif
  return argument;
}
int main(void) {
  pthread_t threads[3];
#ifdef ANY_NUMBER
  const int many = __VERIFIER_nondet_int();
  for (int i = 0; i < many; ++i) pthread_create(&threads[0], 0, work, 0);
#else
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, 0);
#endif
#ifndef NO_JOIN
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
#endif
  pthread_mutex_lock(&lock);
  const int all = number;
  pthread_mutex_unlock(&lock);
  assert(all == 3);
  return 0;
}
