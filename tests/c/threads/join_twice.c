// To join a thread twice is undefined, and nothing is told of such a program; two threads that join one each are fine.
// check: -p assert --engine symex
// expect: status 2: joined or detached before
// check: -p assert -D ONCE
// expect: status 0: verdict: true
// check: -p assert --engine symex -D ONCE
// expect: status 0: verdict: true
// native: no (undefined)
#include <assert.h>
#include <pthread.h>
static int done;
static void *work(void *argument) {
  done = 1;
  return argument;
}
static pthread_t a;
static void *joins(void *argument) {
  pthread_join(a, 0);
  assert(done);
  return argument;
}
int main(void) {
  pthread_t b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, joins, 0);
#ifndef ONCE
  pthread_join(a, 0);
#endif
  pthread_join(b, 0);
  assert(done);
  return 0;
}
