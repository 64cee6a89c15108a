// threads.h: threads with an int as their result, and a mutex.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D OPEN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D OPEN
// expect: status 1: verdict: false(no-data-race)
// native: yes
// run: -p assert --seed 4
// expect: exit 3
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static int shared;
static int work(void *argument) {
#ifndef OPEN
  mtx_lock(&mutex);
#endif
  shared++;
#ifndef OPEN
  mtx_unlock(&mutex);
#endif
  if (argument) thrd_exit(2);
  return 1;
}
int main(void) {
  thrd_t a, b;
  int first, second;
  mtx_init(&mutex, mtx_plain);
  thrd_create(&a, work, 0);
  thrd_create(&b, work, &a);
  thrd_yield();
  thrd_join(a, &first);
  thrd_join(b, &second);
  assert(shared == 2 && first == 1 && second == 2 && !thrd_equal(a, b));
  mtx_destroy(&mutex);
  return first + second;
}
