// A thread waits for the mutex of one that waits for its end, while main goes on.
// RELEASED: the mutex is open by then.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D RELEASED
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D RELEASED
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *child(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *parent(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, child, 0);
  pthread_mutex_lock(&mutex);
#ifdef RELEASED
  pthread_mutex_unlock(&mutex);
#endif
  pthread_join(thread, 0);
#ifndef RELEASED
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, parent, 0);
  return 0;
}
