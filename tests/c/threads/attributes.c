// Attributes say whether a thread is detached; the default is that it can be joined, and what was set can be asked for.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: --engine symex -p assert -D DETACHED
// expect: status 2: joined or detached before
// run: -p assert
// expect: exit 0
// native: yes
#include <assert.h>
#include <pthread.h>
static int shared;
static void *work(void *argument) {
  shared = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_attr_t attributes;
  int state;
  size_t size;
  pthread_attr_init(&attributes);
  pthread_attr_getdetachstate(&attributes, &state);
  assert(state == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setstacksize(&attributes, 1 << 20) == 0);
  assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 1 << 20);
#ifdef DETACHED
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
#endif
  pthread_create(&a, &attributes, work, 0);
  pthread_attr_destroy(&attributes);
  pthread_join(a, 0);
  assert(shared == 1);
  return 0;
}
