// What a thread returns, or gives to pthread_exit, also in a function that it calls, is what join gives; a local is
// gone by then.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p valid-deref -D LOCAL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex -D LOCAL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules -D LOCAL
// expect: status 1: verdict: false(valid-deref)
// native: yes
// run: -p assert -p memsafety --seed 2
// expect: exit 7
#include <assert.h>
#include <pthread.h>
static int kept = 3;
static void leave(void) { pthread_exit(&kept); }
static void *work(void *argument) {
#ifdef LOCAL
  int kept = 3;
  return argument ? (void *)&kept : argument;
#endif
  leave();
  assert(0);
  return argument;
}
static void *plain(void *argument) { return argument; }
int main(void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create(&a, 0, work, &a);
  pthread_create(&b, 0, plain, (void *)4);
  pthread_join(a, &first);
  pthread_join(b, &second);
  return *(int *)first + (int)(long)second;
}
