// One block that a loop gives to all threads is no block for each, whatever it is called where they are created.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D OFFSET
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D AFTER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D AFTER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D EACH
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
static void *work(void *argument) {
  int *own = argument;
  *own = 1;
  return 0;
}
int main(void) {
  pthread_t thread;
#ifndef EACH
  int *block = malloc(2 * sizeof(int));
#endif
#ifdef AFTER
  enum { kThreads = 1 };
#else
  enum { kThreads = 2 };
#endif
  for (int i = 0; i < kThreads; i++) {
#ifdef EACH
    int *block = malloc(2 * sizeof(int));
#endif
#ifdef OFFSET
    pthread_create(&thread, 0, work, block + 1);
#else
    pthread_create(&thread, 0, work, block);
#endif
  }
#ifdef AFTER
  *block = 2;
#endif
  return 0;
}
