// Jumps that C has no meaning for, and those out of functions of the library, are not followed.
// check: -p assert -D RETURNED
// expect: status 2: longjmp to a function that has returned
// check: -p assert -D SECOND
// expect: status 2: longjmp to a function that has returned
// check: -p assert -D UNFILLED
// expect: status 2: longjmp with a buffer that setjmp has not filled
// check: -p assert -D AT_EXIT
// expect: status 2: out of a library function
// check: -p assert -D DESTRUCTOR
// expect: status 2: longjmp to a function that has returned
// check: -p assert -D ONCE
// expect: status 2: out of a library function
// check: -p assert -D ADDRESS
// expect: status 2: setjmp
// check: -p valid-deref -D FRAME
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref -D BLOCK
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref -D SMALL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-memcleanup -D LOST
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p assert -p memsafety -p valid-memcleanup
// expect: status 0: verdict: true
// native: no (undefined)
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf places[2];
static int *p;
static void fill(int i) {
  if (setjmp(places[i]) == 0 && i == 1) longjmp(places[0], 1);
}
static void jump(void) { longjmp(places[0], 1); }
static void dangle(void) {
  int local = 1;
  p = &local;
  jump();
}
static void allocate(void) {
  char *block = malloc(3);
  if (block == NULL) return;
#ifndef LOST
  free(block);
#endif
  jump();
}
#ifdef DESTRUCTOR
__attribute__((destructor)) static void end(void) { jump(); }
#endif

int main(void) {
#ifdef RETURNED
  fill(0);
  jump();
#elif defined SECOND
  fill(0);
  fill(1);
#elif defined UNFILLED
  jump();
#elif defined ADDRESS
  int (*set)(struct __jmp_buf_tag *) = _setjmp;
  if (set(places[0])) return 1;
#elif defined SMALL
  jmp_buf *block = malloc(8);
  if (block == NULL || setjmp(*block)) return 1;
#else
  if (setjmp(places[0]) == 0) {
#ifdef AT_EXIT
    atexit(jump);
    exit(0);
#elif defined ONCE
    pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, jump);
#elif defined FRAME
    dangle();
#elif defined BLOCK
    int local = 1;
    p = &local;
    jump();
#else
    allocate();
#endif
  }
#if defined FRAME || defined BLOCK
  return *p;
#endif
#endif
  return 0;
}
