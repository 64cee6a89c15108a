// Behind a jump, locals that are not volatile and were changed after setjmp are indeterminate (C11 7.13.2.1p3). What is
// not changed, or volatile, or changed before the last setjmp, keeps its value.
// run: -p assert -p memsafety
// expect: exit 0
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert -m 32
// expect: status 0: verdict: true
// check: -p assert -D NEW
// expect: status 2: number after longjmp
// check: -p assert -D OLD
// expect: status 1: verdict: false(assert)
// check: -p assert -D POINTED
// expect: status 2: pointed after longjmp
// check: -p assert -D ELEMENT
// expect: status 2: numbers[1] after longjmp
// check: -p assert -D PARAMETER
// expect: status 2: parameter after longjmp
// check: -p assert -D COPY
// expect: status 2: copy.numbers[7] after longjmp
// check: -p assert -D LARGE
// expect: status 2: a large local that may have been changed
// check: -p assert -D LEFT
// expect: status 2: longjmp into a block that has been left
// check: -p assert -D LENGTH
// expect: status 2: longjmp to a function with arrays of variable length
// native: yes
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
static jmp_buf place;
struct large {
  int numbers[10];
};
static void set(int *p, int value) { *p = value; }
static void fail(int *p) {
  if (p) *p = 3;
  longjmp(place, 1);
}

static void kept(int parameter, struct large copy) {
  int same = 4, before, pointed = 5, none = 6;
  volatile int number = 0;
  struct {
    volatile int numbers[3];
    int same;
  } some = {{1, 2, 3}, 9};
  int index = 1;
  before = 1;
  set(&before, 2);
  if (setjmp(place) == 0) {
    number = 7;
    some.numbers[index] = 8;
    int inside = 3;
    fail(&inside);
  }
  assert(same == 4 && before == 2 && pointed == 5 && none == 6 && number == 7 && parameter == 2);
  assert(some.numbers[index] == 8 && some.numbers[0] == 1 && some.same == 9 && copy.numbers[3] == 0);
  // Whatever is indeterminate, it may be given a value.
  pointed = 8;
  set(&before, 3);
  assert(pointed + before == 11);
}

static void counted(void) {
  int rounds = 0;
  for (; rounds < 3; rounds++)
    if (setjmp(place) == 0) fail(0);
  assert(rounds == 3);
}

static void changed(int parameter, struct large copy) {
  int number = 1, pointed = 1, numbers[3] = {0, 0, 0};
#ifdef LARGE
  int many[400];
  many[0] = 0;
#endif
#ifdef LENGTH
  int length[parameter];
  length[0] = 0;
#endif
  if (setjmp(place) == 0) {
    number = 2;
    numbers[number - 1] = 2;
    parameter = 5;
    copy.numbers[7] = 5;
#ifdef LARGE
    set(many, 1);
#endif
    fail(&pointed);
  }
#ifdef NEW
  assert(number == 2);
#elif defined OLD
  assert(number == 1);
#elif defined POINTED
  assert(pointed == 3);
#elif defined ELEMENT
  assert(numbers[1] == 2);
#elif defined PARAMETER
  assert(parameter == 5);
#elif defined COPY
  assert(copy.numbers[7] == 5);
#endif
}

#ifdef LEFT
static void left(void) {
  volatile int rounds = 0;
  {
    int inside = 1;
    setjmp(place);
    assert(inside == 1);
    inside = 2;
  }
  if (rounds++ == 0) fail(0);
}
#endif

int main(void) {
  struct large copy = {{0}};
  kept(2, copy);
  counted();
  changed(2, copy);
#ifdef LEFT
  left();
#endif
}
