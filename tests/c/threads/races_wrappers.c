// Locks in functions of the program's own, and in one that calls itself.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D SHORT
// expect: status 2: verdict: unknown
// check: -p no-data-race -D SHORT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LEFT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D LEFT
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static int enter(int isTried) {
  if (!isTried)
    pthread_mutex_lock(&m);
  else if (pthread_mutex_trylock(&m) != 0)
    return 0;
  return 1;
}
static void leave(void) { pthread_mutex_unlock(&m); }
static void down(int times) {
  if (times == 0) return;
  count++;
#ifdef SHORT
  leave();
#endif
  down(times - 1);
#ifdef SHORT
  enter(0);
#endif
}
static void *work(void *argument) {
  if (enter(argument != 0)) {
    down(2);
    leave();
  }
#ifdef LEFT
  else {
    down(1);
  }
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &a);
  return 0;
}
