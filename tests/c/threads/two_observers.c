// Two threads that look at two stores of two other threads see them in one order.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ONE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONE
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int seen[4];
static void *store(void *argument) {
  *(atomic_int *)argument = 1;
  return 0;
}
static void *look(void *argument) {
  seen[0] = x;
  seen[1] = y;
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, store, &x);
  pthread_create(&b, 0, store, &y);
  pthread_create(&c, 0, look, 0);
  seen[2] = y;
  seen[3] = x;
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
#ifdef ONE
  assert(!(seen[0] == 1 && seen[1] == 0));
#else
  assert(!(seen[0] == 1 && seen[1] == 0 && seen[2] == 1 && seen[3] == 0));
#endif
  return 0;
}
