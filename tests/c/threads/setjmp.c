// Each thread jumps on its own; locks that are held across a jump stay held.
// run: -p assert --seed 11
// expect: exit 0
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D UNLOCKED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-deadlock -D LOCKED
// expect: status 1: verdict: false(no-deadlock)
// check: -p assert -D OTHER
// expect: status 2: longjmp with a buffer that setjmp has not filled in this thread
// check: -p no-data-race -D SHARED
// expect: status 2: longjmp to a function with a local that other threads may touch
// native: yes
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static jmp_buf of_main;
#ifdef SHARED
static int *shared;
#endif
static void add(jmp_buf *place) {
  pthread_mutex_lock(&lock);
  count++;
#ifdef UNLOCKED
  pthread_mutex_unlock(&lock);
#endif
  longjmp(*place, 1);
}
static void *work(void *unused) {
  jmp_buf place;
#ifdef OTHER
  longjmp(of_main, 1);
#endif
#ifdef SHARED
  int local = 0;
  pthread_mutex_lock(&lock);
  shared = &local;
  pthread_mutex_unlock(&lock);
#endif
  if (setjmp(place) == 0) add(&place);
  count += 10;
#if !defined LOCKED && !defined UNLOCKED
  pthread_mutex_unlock(&lock);
#endif
  return unused;
}
int main(void) {
  pthread_t a, b;
  if (setjmp(of_main)) return 1;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 22);
}
