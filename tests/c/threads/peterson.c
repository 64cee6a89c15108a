// Peterson's algorithm for two threads that never stop. It needs the flag before the turn.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine modular
// expect: status 0: verdict: true
// check: -p assert -D TURN_FIRST --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D TURN_FIRST
// expect: status 1: verdict: false(assert)
// check: -p assert -D NO_TURN --engine modular
// expect: status 2: verdict: unknown
// native: no (it does not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second, turn;
static int inside;
static void *one(void *argument) {
  while (1) {
#ifdef TURN_FIRST
    turn = 1;
    first = 1;
#else
    first = 1;
#ifndef NO_TURN
    turn = 1;
#endif
#endif
    while (second && turn == 1) {
    }
    inside = 1;
    assert(inside == 1);
    first = 0;
  }
  return argument;
}
static void *other(void *argument) {
  while (1) {
#ifdef TURN_FIRST
    turn = 0;
    second = 1;
#else
    second = 1;
#ifndef NO_TURN
    turn = 0;
#endif
#endif
    while (first && turn == 0) {
    }
    inside = 2;
    assert(inside == 2);
    second = 0;
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, one, 0);
  other(0);
  return 0;
}
