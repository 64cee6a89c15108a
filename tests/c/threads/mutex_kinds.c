// To lock again what one holds: a normal mutex waits for ever, a recursive one counts, an error-checking one says so.
// check: -p no-deadlock -D KIND=PTHREAD_MUTEX_NORMAL
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D KIND=PTHREAD_MUTEX_NORMAL
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D KIND=PTHREAD_MUTEX_NORMAL
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D KIND=PTHREAD_MUTEX_RECURSIVE
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D KIND=PTHREAD_MUTEX_RECURSIVE
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D KIND=PTHREAD_MUTEX_ERRORCHECK
// expect: status 0: verdict: true
// check: -p assert --engine symex -D KIND=PTHREAD_MUTEX_RECURSIVE -D RESULT=0
// expect: status 0: verdict: true
// check: -p assert --engine symex -D KIND=PTHREAD_MUTEX_ERRORCHECK -D RESULT=EDEADLK
// expect: status 0: verdict: true
// check: -p assert --engine symex -D KIND=PTHREAD_MUTEX_ERRORCHECK
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D KIND=PTHREAD_MUTEX_ERRORCHECK
// expect: status 1: verdict: false(assert)
// native: no (it may wait for ever)
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#ifndef RESULT
#define RESULT 0
#endif
static pthread_mutex_t mutex;
static int shared;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  int result = pthread_mutex_lock(&mutex);
  assert(result == RESULT);
  shared++;
  if (result == 0) pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, KIND);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(shared == 2);
  return 0;
}
