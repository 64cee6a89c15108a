// A thread calls through a global that main changes: what the thread may touch depends on that.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D KEEPS
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D KEEPS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int x;
static void harmless(void) {}
static void harmful(void) { x = 1; }
static void (*_Atomic action)(void) = harmless;
static void *work(void *argument) {
  action();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifndef KEEPS
  action = harmful;
#endif
  action = harmless;
  if (x == 1) reach_error();
  pthread_join(a, 0);
  return 0;
}
