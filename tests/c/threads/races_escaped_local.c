// A variable of a function that lives: others may have its address.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D EARLY
// expect: status 2: verdict: unknown
// check: -p no-data-race -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D KEPT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D KEPT
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static int *_Atomic kept;
static void *work(void *argument) {
  ++*(int *)argument;
  return argument;
}
static void *reader(void *argument) {
  int *found = kept;
  return found && *found ? argument : 0;
}
int main(void) {
  int own = 0;
  pthread_t a, b;
  pthread_create(&b, 0, reader, 0);
  pthread_create(&a, 0, work, &own);
#ifdef EARLY
  own = 1;
#endif
  pthread_join(a, 0);
#ifdef KEPT
  kept = &own;
#endif
  own = 2;
  pthread_join(b, 0);
  return own;
}
