// Lamport's bakery: each takes a number larger than the other's, and the smaller one goes first. With NO_DOOR nobody waits for
// one who is still choosing.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine orders
// expect: status 0: verdict: true
// check: -p assert -D NO_DOOR
// expect: status 1: verdict: false(assert)
// check: -p assert --engine orders -D NO_DOOR
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int chooses[2], number[2], inside;
static void enter(int me, int other) {
  chooses[me] = 1;
  number[me] = number[other] + 1;
  chooses[me] = 0;
#ifndef NO_DOOR
  while (chooses[other]) {
  }
#endif
  while (1) {
    const int mine = number[me], others = number[other];
    if (others == 0 || mine < others || (mine == others && me < other)) break;
  }
}
static void *second(void *argument) {
  enter(1, 0);
  inside = 2;
  assert(inside == 2);
  number[1] = 0;
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, second, NULL);
  enter(0, 1);
  inside = 1;
  assert(inside == 1);
  number[0] = 0;
  return 0;
}
