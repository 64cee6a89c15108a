// Threads that are created in a loop change elements of an array: each its own, and the next one, one for two threads, twice.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D NEXT
// expect: status 2: verdict: unknown
// check: -p no-data-race -D NEXT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D HALF
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D HALF
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TWICE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TWICE
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static int numbers[8];
static void *work(void *argument) {
  int *own = argument;
  *own = 1;
#ifdef NEXT
  own[1] = 2;
#endif
  return argument;
}
static pthread_t threads[4];
int main(void) {
  for (int i = 0; i < 4; i++) {
#ifdef HALF
    pthread_create(&threads[i], 0, work, &numbers[i / 2]);
#else
    pthread_create(&threads[i], 0, work, &numbers[i]);
#endif
#ifdef TWICE
    pthread_create(&threads[i], 0, work, &numbers[i]);
#endif
  }
  return 0;
}
