// Memory of which the engine knows cells, choices between cells, or nothing.
// check: -p assert -D CHOSEN --engine modular
// expect: status 0: verdict: true
// check: -p assert -D CHOSEN -D WRONG --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D HALF --engine modular
// expect: status 0: verdict: true
// check: -p assert -D HALF -D WRONG --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D HALF -D WRONG
// expect: status 1: verdict: false(assert)
// check: -p assert -D COPIED --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D LARGE --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D HEAP --engine modular
// expect: status 2: verdict: unknown
// native: no (the order of threads)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
static union {
  unsigned whole;
  unsigned char bytes[4];
} value;
static int few[4], many[1000];
static int *block;
static void *work(void *argument) {
  const unsigned i = __VERIFIER_nondet_int();
#ifdef CHOSEN
  if (i < 4) few[i] = i;
#elif defined HALF
#ifdef WRONG
  value.bytes[1] = 1;
#else
  value.bytes[0] = 1;
#endif
#elif defined COPIED
  memcpy(few, many, sizeof few);
#elif defined LARGE
  if (i < 1000) many[i] = 1;
#elif defined HEAP
  *block = 1;
#endif
  return argument;
}
int main(void) {
  pthread_t thread;
  many[2] = 0;
  block = calloc(1, sizeof *block);
  if (!block) abort();
  pthread_create(&thread, 0, work, 0);
#ifdef CHOSEN
#ifdef WRONG
  assert(few[2] == 0);
#else
  assert(few[2] == 0 || few[2] == 2);
#endif
#elif defined HALF
  assert(value.whole < 256);
#elif defined COPIED
  assert(few[1] == 0);
#elif defined LARGE
  assert(many[2] == 0);
#elif defined HEAP
  assert(*block == 0);
#endif
  return 0;
}
