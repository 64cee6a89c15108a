// A destructor that sets a value again is called again, four times at most; the value is null while it runs.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TIMES=6
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TIMES=6
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TIMES=6
// expect: status 1: verdict: false(assert)
// native: yes
// run: -p assert
// expect: exit 0
#include <assert.h>
#include <pthread.h>
#ifndef TIMES
#define TIMES 4
#endif
static pthread_key_t key;
static int calls;
static void again(void *value) {
  assert(pthread_getspecific(key) == 0);
  calls++;
  if (calls < TIMES) pthread_setspecific(key, value);
}
static void *work(void *argument) {
  pthread_setspecific(key, &calls);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_key_create(&key, again);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  assert(calls == TIMES);
  return 0;
}
