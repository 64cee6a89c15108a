// threads.h: conditions, and mutexes that are tried.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D IF
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D IF
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D IF
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D TRIES
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D TRIES
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <threads.h>
static mtx_t mutex;
static cnd_t changed;
static int ready;
static int work(void *argument) {
#ifdef TRIES
  if (mtx_trylock(&mutex) == thrd_error) return 1;
#else
  mtx_lock(&mutex);
#endif
  ready = 1;
  cnd_broadcast(&changed);
  mtx_unlock(&mutex);
  return 0;
}
int main(void) {
  thrd_t a;
  mtx_init(&mutex, mtx_timed);
  cnd_init(&changed);
  thrd_create(&a, work, 0);
  mtx_lock(&mutex);
#ifdef IF
  if (!ready)
#else
  while (!ready)
#endif
    cnd_wait(&changed, &mutex);
  assert(ready);
  mtx_unlock(&mutex);
  thrd_join(a, 0);
  cnd_destroy(&changed);
  return 0;
}
