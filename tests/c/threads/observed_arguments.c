// Two threads of one function, whose arguments tell them apart: only if the second one is first, it fails.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D FIRST=3
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D FIRST=3
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
void reach_error(void);
#ifndef FIRST
#define FIRST 2
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long order;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  order = order * 10 + (long)argument;
  if (order == FIRST) reach_error();
  pthread_mutex_unlock(&mutex);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1);
  pthread_create(&b, 0, work, (void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
