// Each thread has its own of thread-local objects, and of errno.
// run: -p assert -p memsafety
// expect: exit 3
// run: -p assert -p memsafety --seed 9
// expect: exit 3
// run: -p assert -p memsafety --seed 9 -m 32
// expect: exit 3
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// native: yes
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static _Thread_local int number = 1;
static __thread struct {
  int values[2];
} table = {{5, 6}};
static int *at(int i) { return &table.values[i]; }
static void *work(void *argument) {
  assert(number == 1 && *at(1) == 6);
  number = 4;
  *at(1) = 0;
  errno = EDOM;
  return argument;
}
int main(void) {
  pthread_t a;
  number = 2;
  *at(1) = 7;
  errno = 0;
  pthread_create(&a, 0, work, 0);
  number++;
  pthread_join(a, 0);
  assert(*at(0) == 5 && *at(1) == 7 && errno == 0);
  return number;
}
