// An array of locks, one for each element; one for the neighbour; one for several elements, and all of them changed.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D NEIGHBOUR
// expect: status 2: verdict: unknown
// check: -p no-data-race -D NEIGHBOUR
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D FEWER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D FEWER
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
enum { kCount = 4 };
static struct {
  pthread_mutex_t m;
  int count;
} parts[kCount] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0},
                   {PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void *work(void *argument) {
  unsigned i = __VERIFIER_nondet_uint() % kCount;
#if defined(NEIGHBOUR)
  unsigned j = (i + 1) % kCount;
  pthread_mutex_lock(&parts[i].m);
  parts[i].count++;
  parts[j].count++;
  pthread_mutex_unlock(&parts[i].m);
#elif defined(FEWER)
  pthread_mutex_lock(&parts[i / 2].m);
  parts[__VERIFIER_nondet_uint() % kCount].count++;
  pthread_mutex_unlock(&parts[i / 2].m);
#else
  pthread_mutex_lock(&parts[i].m);
  parts[i].count++;
  pthread_mutex_unlock(&parts[i].m);
#endif
  return argument;
}
int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
  }
  return 0;
}
