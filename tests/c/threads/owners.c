// Each place of an array has an object of its own, since each was new when it was put there; so who goes to objects through different
// places goes to different objects. What a constructor makes for one caller is not what it makes for another one.
// native: no (races)
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race -D TWICE --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D TWICE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D COPIED --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D COPIED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D MOVED --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D MOVED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D KEPT --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D KEPT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D INTO --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D INTO
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D HELPED --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D HELPED
// expect: status 1: verdict: false(no-data-race)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { kSize = 3 };
struct Counter {
  int count, more;
};
static pthread_mutex_t locks[kSize] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static struct Counter* counters[kSize];
static struct Counter* kept;

static struct Counter* make(int count) {
  struct Counter* made = malloc(sizeof *made);
  if (!made) abort();
  made->count = count;
  made->more = 0;
  return made;
}

static void* add(void* given) {
  const size_t i = (size_t)given;
  pthread_mutex_lock(&locks[i]);
  ++counters[i]->count;
  pthread_mutex_unlock(&locks[i]);
#ifdef KEPT
  ++kept->more;
#endif
#ifdef HELPED
  struct Counter* mine = make(1);
  counters[i] = mine;
  mine->count = 2;
#endif
  return 0;
}

int main(void) {
  for (int i = 0; i < kSize; ++i) counters[i] = make(i);
#ifdef TWICE
  counters[1] = counters[0];
#endif
#ifdef COPIED
  memcpy(&counters[1], &counters[0], sizeof counters[0]);
#endif
#ifdef MOVED
  struct Counter* both = make(7);
  counters[0] = both;
  kept = both;
  counters[1] = kept;
#endif
#ifdef INTO
  struct Counter* pair = malloc(2 * sizeof *pair);
  if (!pair) abort();
  pair[0].count = pair[1].count = 0;
  counters[0] = pair;
  counters[1] = (struct Counter*)((char*)counters[0] + 2);
#endif
#ifdef KEPT
  kept = counters[2];
#endif
  pthread_t threads[kSize];
  for (int i = 0; i < kSize; ++i) pthread_create(&threads[i], 0, add, (void*)(size_t)(i));
#ifdef HELPED
  pthread_mutex_lock(&locks[0]);
  const int seen = counters[0]->count;
  pthread_mutex_unlock(&locks[0]);
#else
  const int seen = 0;
#endif
  for (int i = 0; i < kSize; ++i) pthread_join(threads[i], 0);
  return seen;
}
