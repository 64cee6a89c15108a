// A thread that locks a normal mutex again waits for itself, whatever main does; a recursive mutex it has already, and
// one that checks for errors refuses.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D KIND=PTHREAD_MUTEX_RECURSIVE
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D KIND=PTHREAD_MUTEX_RECURSIVE
// expect: status 0: verdict: true
// check: -p no-deadlock -D KIND=PTHREAD_MUTEX_ERRORCHECK
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D KIND=PTHREAD_MUTEX_ERRORCHECK
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#define _GNU_SOURCE
#include <pthread.h>
#ifndef KIND
#define KIND PTHREAD_MUTEX_NORMAL
#endif
static pthread_mutex_t mutex;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  if (pthread_mutex_lock(&mutex) == 0) pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, KIND);
  pthread_mutex_init(&mutex, &attributes);
  pthread_create(&thread, 0, work, 0);
  return 0;
}
