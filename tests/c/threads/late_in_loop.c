// The sum is wrong in a round that comes late: a search that stops after some rounds has not seen it.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ROUNDS=6
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ROUNDS=6
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ROUNDS=6
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#ifndef ROUNDS
#define ROUNDS 5
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void add(int n) {
  pthread_mutex_lock(&mutex);
  sum += n;
  pthread_mutex_unlock(&mutex);
}
static void *work(void *argument) {
  for (int i = 0; i < ROUNDS; i++)
    add(1);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  assert(sum != 6);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
