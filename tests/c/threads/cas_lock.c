// A lock that is taken by an exchange that compares. With TWO_STEPS it is looked at and taken in two steps.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine orders
// expect: status 0: verdict: true
// check: -p assert --engine modular -D THREADS_WITHOUT_END
// expect: status 0: verdict: true
// check: -p assert -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine orders -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine modular -D TWO_STEPS -D THREADS_WITHOUT_END
// expect: status 2: verdict: unknown
// native: yes
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int taken, inside;
static void enter(void) {
#ifdef TWO_STEPS
  while (taken) {
  }
  taken = 1;
#else
  int free = 0;
  while (!atomic_compare_exchange_strong(&taken, &free, 1)) free = 0;
#endif
}
static void *work(void *argument) {
  enter();
  inside = inside + 1;
  assert(inside == 1);
  inside = 0;
  taken = 0;
  return NULL;
}
int main(void) {
  pthread_t thread;
#ifdef THREADS_WITHOUT_END
  while (1) pthread_create(&thread, NULL, work, NULL);
#else
  pthread_create(&thread, NULL, work, NULL);
  work(NULL);
  return 0;
#endif
}
