// One thread writes x, then y; a second one reads y, then writes x; a third one reads x, x again and y. The error
// needs six steps of three threads in one order, with a read between two writes of the same place.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D WANTED=4
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D WANTED=4
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef WANTED
#define WANTED 2
#endif
static atomic_int x, y;
static void *first(void *argument) {
  x = 1;
  y = 1;
  return argument;
}
static void *second(void *argument) {
  if (y == 1) x = 2;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  int p = x, q = y, r = x;
  if (p == 1 && q == 0 && r == WANTED) reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
