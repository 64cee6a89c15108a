// Atomic accesses do not race with each other, but with plain ones.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D PLAIN_READ
// expect: status 2: verdict: unknown
// check: -p no-data-race -D PLAIN_READ
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D PLAIN_WRITE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D PLAIN_WRITE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D PART
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D PART
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
static union {
  int plain;
  char bytes[4];
} shared;
#define ATOMIC ((_Atomic int *)&shared.plain)
static void *work(void *argument) {
  atomic_fetch_add(ATOMIC, 1);
#if defined(PLAIN_READ)
  if (shared.plain == 7) return 0;
#elif defined(PLAIN_WRITE)
  shared.plain = 1;
#elif defined(PART)
  shared.bytes[3] = 0;
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  shared.plain = 0;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
