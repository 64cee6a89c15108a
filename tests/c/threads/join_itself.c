// To wait for oneself is an error that join tells.
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
// native: yes
// run: -p assert
// expect: exit 0
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#ifndef RESULT
#define RESULT EDEADLK
#endif
static void *work(void *argument) {
  assert(pthread_join(pthread_self(), 0) == RESULT);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_exit(0);
}
