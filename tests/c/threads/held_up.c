// A thread that waits for a lock now goes first in another order: then it sees what is gone later, and a third one
// fails.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D SEEN=2
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D SEEN=2
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef SEEN
#define SEEN 1
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int seen;
static int changed;
static void *change(void *argument) {
  pthread_mutex_lock(&mutex);
  changed = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *look(void *argument) {
  pthread_mutex_lock(&mutex);
  if (!changed) seen = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, change, 0);
  pthread_create(&b, 0, look, 0);
  if (seen == SEEN) reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
