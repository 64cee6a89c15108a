// Numbers of threads as indices of others.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdint.h>
static int v[10];
static void *work(void *a) { v[(intptr_t)a] = 1; return 0; }
int main(void) {
  pthread_t t;
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t, 0, work, (void *)i);
  for (intptr_t i = 0; i < 3; i++) pthread_create(&t, 0, work, (void *)i);
  return 0;
}
