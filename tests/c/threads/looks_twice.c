// An object is made by the first who needs it. A look at the pointer without the lock is a race, unless it is atomic.
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D ATOMIC
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D ATOMIC
// expect: status 0: verdict: true
// check: -p assert --engine symex -D ATOMIC
// expect: status 0: verdict: true
// check: -p assert --engine symex -D ATOMIC -D EARLY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ATOMIC -D EARLY
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#ifdef ATOMIC
#define SHARED _Atomic
#else
#define SHARED
#endif
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int object;
static int *SHARED instance;
static void *get(void *argument) {
  if (instance == 0) {
    pthread_mutex_lock(&mutex);
    if (instance == 0) {
#ifdef EARLY
      instance = &object;
      object = 5;
#else
      object = 5;
      instance = &object;
#endif
    }
    pthread_mutex_unlock(&mutex);
  }
  assert(*instance == 5);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, get, 0);
  get(0);
  pthread_join(a, 0);
  return 0;
}
