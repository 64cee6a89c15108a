// A lock inside of a block guards what is in the same block, and nothing else.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race -D OTHER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D COMMON
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D COMMON
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
struct Box {
  pthread_mutex_t m;
  int count;
};
static struct Box *first, *second;
static int common;
static void *work(void *argument) {
  struct Box *box = argument ? first : second;
  pthread_mutex_lock(&box->m);
#if defined(OTHER)
  second->count++;
#elif defined(COMMON)
  common++;
#else
  box->count++;
#endif
  pthread_mutex_unlock(&box->m);
  return 0;
}
int main(void) {
  first = calloc(1, sizeof *first);
  second = calloc(1, sizeof *second);
  if (!first || !second) return 0;
  pthread_mutex_init(&first->m, 0);
  pthread_mutex_init(&second->m, 0);
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &first);
  pthread_create(&c, 0, work, &second);
  return 0;
}
