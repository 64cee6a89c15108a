// What runs before main and after it, in its order: constructors by priority, then main; the functions given to atexit,
// last first, one of them registered by another; destructors by priority, the other way round. The last one tells.
// run: --inputs 0
// expect: exit 0
// run: --inputs 1
// expect: exit 0
// run: --inputs 2
// expect: exit 0
// run: --inputs 3
// expect: exit 0
// run: --inputs 4
// expect: exit 5
// run: -p assert --inputs 5
// expect: error(assert) at line 49
// run: -p assert --inputs 6
// expect: unsupported: exit is called while the program exits
// run: -m 32 --inputs 0
// expect: exit 0
// native: yes
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int done, how;

static void step(int expected) {
  if (done++ != expected) _Exit(10 + expected);
}

__attribute__((constructor(201))) static void begin2(void) { step(1); }
__attribute__((constructor(101))) static void begin1(void) { step(0); }
__attribute__((constructor)) static void begin3(void) { step(2); }
static void early(void) { step(9); }
__attribute__((constructor)) static void begin4(void) {
  step(3);
  atexit(early);
}
__attribute__((destructor(101))) static void end1(void) { step(13); }
__attribute__((destructor(201))) static void end2(void) { step(12); }
__attribute__((destructor)) static void end3(void) { step(11); }
__attribute__((destructor)) static void end4(void) { step(10); }

static void inner(void) { step(7); }
static void last(void) { step(8); }
static void first(void) {
  step(6);
  atexit(inner);
  if (how == 5) assert(0);
  if (how == 6) exit(0);
}
static void never(void) { _Exit(90); }
static void leave(int depth) {
  if (depth > 0) leave(depth - 1);
  exit(0);
}
static void quick(void) { _Exit(5); }

int main(void) {
  how = __VERIFIER_nondet_int();
  step(4);
  if (how == 2) _Exit(0);
  if (how == 3 && done == 5) {
    at_quick_exit(never);
    atexit(last);
    atexit(first);
    step(5);
    exit(0);
  }
  if (how == 4) {
    atexit(never);
    at_quick_exit(quick);
    quick_exit(1);
  }
  atexit(last);
  atexit(first);
  step(5);
  if (how == 1) leave(3);
  return 0;
}
