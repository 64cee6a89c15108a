// What pthread_once does is done before whoever has called it with the same flag goes on.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D SECOND
// expect: status 2: verdict: unknown
// check: -p no-data-race -D SECOND
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D BEFORE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D BEFORE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D DIRECT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D DIRECT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D MADE_ANEW
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D MADE_ANEW
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_once_t flag = PTHREAD_ONCE_INIT, second = PTHREAD_ONCE_INIT;
static int value;
static void make(void) { value = 5; }
static void *work(void *argument) {
#ifdef BEFORE
  if (value == 5) return argument;
#endif
#ifdef MADE_ANEW
  if (argument) flag = (pthread_once_t)PTHREAD_ONCE_INIT;
#endif
#ifdef DIRECT
  make();
#endif
#ifdef SECOND
  pthread_once(argument ? &flag : &second, make);
#else
  pthread_once(&flag, make);
#endif
  return value == 5 ? argument : 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &flag);
  return 0;
}
