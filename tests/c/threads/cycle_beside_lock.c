// A thread locks and unlocks for ever; another one gets in between, and a third one fails only after that.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D VALUE=2
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D VALUE=2
// expect: status 0: verdict: true
// native: no (it does not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef VALUE
#define VALUE 1
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int value;
static void *cycle(void *argument) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
  }
}
static void *once(void *argument) {
  pthread_mutex_lock(&mutex);
  value = 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, cycle, 0);
  pthread_create(&b, 0, once, 0);
  if (value == VALUE) reach_error();
  return 0;
}
