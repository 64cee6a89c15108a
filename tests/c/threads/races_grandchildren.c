// Who has joined a thread has not joined those that it has created, unless it has done that itself.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D LEFT
// expect: status 2: verdict: unknown
// check: -p no-data-race -D LEFT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D ENDS_EARLY
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ENDS_EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D DETACHED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D DETACHED
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static int count, stop;
static void *grandchild(void *argument) {
  count++;
  return argument;
}
static void *child(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, grandchild, 0);
#if defined(DETACHED)
  pthread_detach(thread);
#elif !defined(LEFT)
#ifdef ENDS_EARLY
  if (argument) pthread_exit(0);
#endif
  pthread_join(thread, 0);
#endif
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, child, &stop);
  pthread_join(thread, 0);
  count++;
  return 0;
}
