// The error needs the second thread, the third, the first, and the second again, in this order.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D LAST=4
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D LAST=4
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef LAST
#define LAST 3
#endif
static atomic_int state;
static void *first(void *argument) {
  if (state == 2) state = 3;
  return argument;
}
static void *second(void *argument) {
  if (state == 0) state = 1;
  if (state == LAST) reach_error();
  return argument;
}
static void *third(void *argument) {
  if (state == 1) state = 2;
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_create(&c, 0, third, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  return 0;
}
