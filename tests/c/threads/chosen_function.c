// Which function a thread begins with is an input; one of them fails if main is quick.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D FUNCTIONS=2
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D FUNCTIONS=2
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
int __VERIFIER_nondet_int(void);
#ifndef FUNCTIONS
#define FUNCTIONS 3
#endif
static atomic_int x;
static void *nothing(void *argument) { return argument; }
static void *stores(void *argument) {
  x = 2;
  return argument;
}
static void *fails(void *argument) {
  if (x == 1) reach_error();
  return argument;
}
static void *(*const functions[3])(void *) = {nothing, stores, fails};
int main(void) {
  pthread_t a;
  unsigned i = (unsigned)__VERIFIER_nondet_int() % FUNCTIONS;
  pthread_create(&a, 0, functions[i], 0);
  x = 1;
  x = 0;
  pthread_join(a, 0);
  return 0;
}
