// An error-checking mutex keeps those away who do not hold it, from unlocking as well.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D CHECKED=0
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D CHECKED=0
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D CHECKED=0
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#ifndef CHECKED
#define CHECKED EPERM
#endif
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static int shared;
static void *work(void *argument) {
  assert(pthread_mutex_unlock(&mutex) == CHECKED);
  pthread_mutex_lock(&mutex);
  shared++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&mutex);
  int seen = shared;
  shared++;
  assert(shared == seen + 1);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  return 0;
}
