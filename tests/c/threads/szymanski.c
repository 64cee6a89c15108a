// Szymanski's algorithm: a waiting room with a door. With OPEN_DOOR nobody looks whether the other one is already past the door.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine orders
// expect: status 0: verdict: true
// check: -p assert -D OPEN_DOOR
// expect: status 1: verdict: false(assert)
// check: -p assert --engine orders -D OPEN_DOOR
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int state[2], inside;
static void enter(int me, int other) {
  state[me] = 1;
#ifndef OPEN_DOOR
  while (state[other] >= 3) {
  }
#endif
  state[me] = 3;
  if (state[other] == 1) {
    state[me] = 2;
    while (state[other] != 4) {
    }
  }
  state[me] = 4;
  if (me > other) {
    while (state[other] >= 2) {
    }
  }
}
static void leave(int me, int other) {
  if (me < other) {
    while (state[other] == 2 || state[other] == 3) {
    }
  }
  state[me] = 0;
}
static void *second(void *argument) {
  enter(1, 0);
  inside = 2;
  assert(inside == 2);
  leave(1, 0);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, second, NULL);
  enter(0, 1);
  inside = 1;
  assert(inside == 1);
  leave(0, 1);
  return 0;
}
