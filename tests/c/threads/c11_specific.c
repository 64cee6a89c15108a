// threads.h: storage of a thread with a destructor, call_once, a mutex that may be locked again.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex
// expect: status 0: verdict: true
// check: -p valid-memcleanup -D LOST
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D LOST
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules -D LOST
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p no-deadlock --engine symex -D PLAIN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D PLAIN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <stdlib.h>
#include <threads.h>
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static mtx_t mutex;
static int shared;
static void initialise(void) {
#ifdef LOST
  tss_create(&key, 0);
#else
  tss_create(&key, free);
#endif
#ifdef PLAIN
  mtx_init(&mutex, mtx_plain);
#else
  mtx_init(&mutex, mtx_plain | mtx_recursive);
#endif
}
static int work(void *argument) {
  call_once(&once, initialise);
  tss_set(key, malloc(1));
  assert(tss_get(key) != 0);
  mtx_lock(&mutex);
  mtx_lock(&mutex);
  shared++;
  mtx_unlock(&mutex);
  mtx_unlock(&mutex);
  return 0;
}
int main(void) {
  thrd_t a, b;
  thrd_create(&a, work, 0);
  thrd_create(&b, work, 0);
  thrd_join(a, 0);
  thrd_join(b, 0);
  assert(shared == 2);
  return 0;
}
