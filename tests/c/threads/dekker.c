// Dekker's algorithm: who wants to get in says so, and who has no turn steps back. With TOO_LATE it says so after it has looked.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert -D TOO_LATE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine orders -D TOO_LATE
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int wants[2], turn, inside;
static void enter(int me, int other) {
#ifdef TOO_LATE
  while (wants[other]) {
  }
  wants[me] = 1;
#else
  wants[me] = 1;
  while (wants[other]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) {
      }
      wants[me] = 1;
    }
  }
#endif
}
static void leave(int me, int other) {
  turn = other;
  wants[me] = 0;
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
