// A copy of a struct reads all of its members; bit-fields have neighbours; members of a union are in one place.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D STRUCT
// expect: status 2: verdict: unknown
// check: -p no-data-race -D STRUCT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D BITS
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D BITS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D UNION
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D UNION
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
struct Pair {
  int first, second;
  unsigned low : 4, high : 4;
  union {
    int number;
    char bytes[4];
  } both;
};
static struct Pair shared;
static void *one(void *argument) {
  shared.first = 1;
#ifdef BITS
  shared.low = 1;
#endif
  shared.both.bytes[1] = 1;
  return argument;
}
static void *two(void *argument) {
  shared.second = 1;
  shared.high = 1;
#ifdef STRUCT
  struct Pair copy = shared;
  if (copy.second != 1) return 0;
#endif
#ifdef UNION
  shared.both.number = 1;
#endif
  shared.both.bytes[2] = 1;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  return 0;
}
