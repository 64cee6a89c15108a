// Two orders lead to the same memory, but not to the same locals, which show at the end.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D EITHER
// expect: status 0: verdict: true
// check: -p assert --engine symex -D EITHER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *argument) {
  int before = x;
  x = 1;
  return (void *)(long)before;
}
int main(void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, &first);
  pthread_join(b, &second);
#ifdef EITHER
  assert(first == 0 || second == 0);
#else
  assert(!(first == 0 && second == 0));
#endif
  return 0;
}
