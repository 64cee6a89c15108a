// Objects whose addresses get to another thread: a compound literal, memory of alloca, an array of any length, a
// parameter.
// check: -p assert -D LITERAL
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D LITERAL
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D LITERAL
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D STACK
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D STACK
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D LENGTH
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D LENGTH
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D PARAMETER
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D PARAMETER
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D LITERAL
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D LITERAL
// expect: status 1: verdict: false(no-data-race)
// check: -p assert -D KEPT
// expect: status 0: verdict: true
// check: -p assert --engine symex -D KEPT
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D KEPT
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static int *_Atomic given;
static void *work(void *argument) {
  int *mine = given;
  if (mine) *mine = 2;
  return argument;
}
static void pass(int parameter) {
  given = &parameter;
  assert(parameter == 1);
  given = 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#if defined LITERAL
  given = (int[]){1};
  assert(*given == 1);
#elif defined STACK
  int *block = __builtin_alloca(sizeof(int));
  *block = 1;
  given = block;
  assert(*block == 1);
#elif defined LENGTH
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n > 1 && n < 4);
  int numbers[n];
  numbers[1] = 1;
  given = &numbers[1];
  assert(numbers[1] == 1);
#elif defined PARAMETER
  pass(1);
#else
  int kept[1] = {1}, *pointer = kept;
  assert(*pointer == 1);
#endif
  pthread_join(a, 0);
  return 0;
}
