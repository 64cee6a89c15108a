// Which element main writes is an input: the thread's own is one of them.
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D LEAST=1
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D LEAST=1
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
#ifndef LEAST
#define LEAST 0
#endif
static int elements[4];
static void *work(void *argument) {
  elements[0] = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  int i = __VERIFIER_nondet_int();
  __VERIFIER_assume(LEAST <= i && i < 4);
  pthread_create(&a, 0, work, 0);
  elements[i] = 2;
  pthread_join(a, 0);
  assert(elements[0] != 2);
  return 0;
}
