// What a thread does behind a creation until its next step happens with it, on several ways; the thread that is created is there
// on each of them, and is joined on each of them.
// check: -p assert --engine orders
// expect: no: verdict: true
// check: -p assert --engine orders -D JOINED
// expect: no: verdict: true
// check: -p assert --engine orders -D RIGHT -D JOINED
// expect: status 0: verdict: true
// native: no (it depends on inputs)
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int given, seen;
static void *work(void *argument) {
#ifdef RIGHT
  seen = 1;
#else
#ifdef JOINED
  seen = given;
#else
  assert(argument != NULL);
#endif
#endif
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  const int chosen = __VERIFIER_nondet_int();
  __VERIFIER_assume(chosen >= 0 && chosen <= 2);
  given = chosen < 1 ? 5 : chosen;
#ifdef JOINED
  pthread_join(thread, NULL);
  assert(seen == 1);
#endif
  return 0;
}
