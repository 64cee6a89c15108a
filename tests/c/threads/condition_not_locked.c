// A wait with an error-checking mutex that the thread does not hold fails, and waits for nothing.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D RESULT=0
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D RESULT=0
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D RESULT=0
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#ifndef RESULT
#define RESULT EPERM
#endif
static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  assert(pthread_cond_wait(&changed, &mutex) == RESULT);
  pthread_join(a, 0);
  return 0;
}
