// Values that look like locks, and that somebody opens who may not hold them.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LATE
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D STALE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D STALE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D EARLY
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D BLIND
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D ZERO
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ZERO
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D BYTE
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D POINTER
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D FILL
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D DECREMENT
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D ODD
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ODD
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

union {
  atomic_int whole;
  atomic_char byte;
} flag;
atomic_int *where = &flag.whole;
int data;

static void *work(void *number) {
#if defined LATE // two steps
  while (atomic_load(&flag.whole))
    ;
  atomic_store(&flag.whole, 1);
#elif defined STALE // what was read before
  const int is = atomic_load(&flag.whole);
  int expected = 0;
  atomic_compare_exchange_strong(&flag.whole, &expected, 1);
  if (is) return 0;
#elif defined BLIND
  atomic_exchange(&flag.whole, 1);
#elif defined ZERO // it stays free
  int expected = 0;
  while (!atomic_compare_exchange_strong(&flag.whole, &expected, (int)(long)number)) expected = 0;
#elif defined ODD // of a byte, the last bit counts
  while (atomic_exchange(&flag.byte, number ? 2 : 1) & 1)
    ;
#else
  while (atomic_exchange(&flag.whole, 1))
    ;
#endif
#ifdef EARLY
  atomic_store(&flag.whole, 0);
#endif
  data++;
#ifdef DECREMENT
  atomic_fetch_sub(&flag.whole, 1);
#else
  atomic_store(&flag.whole, 0);
#endif
  return 0;
}

static void *other(void *none) {
#ifdef BYTE
  atomic_store(&flag.byte, 0);
#elif defined POINTER
  atomic_store(where, 0);
#elif defined FILL
  memset(&flag, 0, sizeof flag);
#elif defined DECREMENT
  atomic_fetch_sub(&flag.whole, 1);
#elif !defined LATE && !defined STALE && !defined EARLY && !defined BLIND && !defined ZERO && !defined ODD
  atomic_store(&flag.whole, 0);
#endif
  return 0;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, other, 0);
  pthread_create(&b, 0, work, (void *)0);
  pthread_create(&c, 0, work, (void *)1);
  return 0;
}
