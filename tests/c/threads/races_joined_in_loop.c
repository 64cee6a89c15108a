// A loop that joins all threads which another loop has created; one too few, perhaps not all, another handle, threads of theirs.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D FEWER
// expect: status 2: verdict: unknown
// check: -p no-data-race -D FEWER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D SKIPPED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D SKIPPED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D CHANGED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D CHANGED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LEFT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D LEFT
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *argument) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return argument;
}
#ifdef LEFT
static void *work(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  return argument;
}
#else
#define work add
#endif
static void change(pthread_t *threads) {
#ifdef CHANGED
  pthread_create(threads, 0, add, 0);
#endif
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
  change(threads);
#ifdef FEWER
  for (int i = 0; i < 2; i++)
#else
  for (int i = 0; i < 3; i++)
#endif
  {
#ifdef SKIPPED
    if (i == __VERIFIER_nondet_int()) continue;
#endif
    pthread_join(threads[i], 0);
  }
  return count;
}
