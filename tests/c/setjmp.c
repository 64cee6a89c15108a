// Jumps by longjmp: through frames and pointers, nested, in loops, in recursion, from copies of buffers.
// run: -p assert -p memsafety
// expect: exit 7
// run: -p assert -p memsafety -m 32
// expect: exit 7
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p assert -D WRONG
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
static jmp_buf outer, inner;
static int trace;

static void down(int n) {
  if (n == 0) longjmp(outer, 7);
  trace++;
  down(n - 1);
  trace = 1000;
}
static void through_frames(void) {
  volatile int changed = 0;
  const int result = setjmp(outer);
  if (result == 0) {
    changed = 1;
    down(3);
    assert(0);
  }
  assert(result == 7 && changed == 1 && trace == 3);
}

static void value_zero(void) {
  switch (setjmp(outer)) {
  case 0: longjmp(outer, 0);
  case 1: return;
  default: assert(0);
  }
}

static void leaf(int n) {
  if (n == 1) longjmp(inner, 1);
  if (n == 2) longjmp(outer, 2);
}
static void middle(int n) {
  if (setjmp(inner)) {
    trace += 10;
    longjmp(outer, 3);
  }
  leaf(n);
  trace += 100;
}
static int nested(int n) {
  const int result = setjmp(outer);
  if (result == 0) middle(n);
  return result;
}

static void odd(int i) {
  trace++;
  if (i % 2) longjmp(outer, i + 1);
}
static void in_a_loop(void) {
  int failed = 0;
  trace = 0;
  for (int i = 0; i < 4; i++) {
    if (setjmp(outer) != 0) {
      failed++;
      continue;
    }
    odd(i);
  }
  assert(failed == 2 && trace == 4);
}

struct handler {
  jmp_buf place;
  struct handler *next;
  volatile int status;
};
static struct handler *handlers;
static _Noreturn void throw(int status) {
  handlers->status = status;
  longjmp(handlers->place, 1);
}
static int protect(void (*function)(int), int argument) {
  struct handler handler;
  handler.next = handlers;
  handler.status = 0;
  handlers = &handler;
  if (setjmp(handler.place) == 0) function(argument);
  handlers = handler.next;
  return handler.status;
}
static void simple(int n) {
  if (n > 2) throw(n);
}
static void again(int n) { throw(protect(simple, n) + 1); }

static jmp_buf *of_caller;
static int recursive(int n) {
  jmp_buf mine;
  jmp_buf *const before = of_caller;
  if (n == 0) longjmp(*of_caller, 5);
  of_caller = &mine;
  int result = setjmp(mine);
  if (result == 0) result = recursive(n - 1);
  of_caller = before;
  if (result == 6 && n == 2) longjmp(*before, 20);
  return result + 1;
}

static void (*jump)(jmp_buf, int) = longjmp;
static void copied(void) {
  jmp_buf *const block = malloc(sizeof *block);
  if (block == NULL) return;
  switch (_setjmp(*block)) {
  case 0:
    memcpy(outer, *block, sizeof outer);
    memset(*block, 0, sizeof *block);
    jump(outer, 9);
    return;
  case 9: break;
  default: assert(0);
  }
  free(block);
}

static int with_signals(void) {
  sigjmp_buf place;
  const int result = sigsetjmp(place, 1);
  if (result == 0) siglongjmp(place, 4);
  return result;
}

int main(void) {
  through_frames();
  value_zero();
  trace = 0;
  assert(nested(0) == 0 && trace == 100);
  assert(nested(1) == 3 && trace == 110);
  assert(nested(2) == 2 && trace == 110);
  in_a_loop();
  assert(protect(simple, 1) == 0 && protect(simple, 5) == 5 && protect(again, 5) == 6 && protect(again, 1) == 1);
  assert(handlers == NULL);
  assert(recursive(3) == 21);
  copied();
#ifdef WRONG
  assert(with_signals() != 4);
#endif
  return with_signals() + 3;
}
