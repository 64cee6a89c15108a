// An index of 64 bits may be anything, and still C's sums stay in their objects: the handles are not what threads read.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D SAME
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stddef.h>
enum { kMembers = 5 };
static pthread_t members[kMembers], *handles;
static void (*job)(void);
static int count;
static void work(void) {
#ifdef SAME
  count++;
#endif
}
static void *member(void *ignored) {
  job();
  return ignored;
}
static void begin(void (*given)(void)) {
  job = given;
  handles = members;
  for (size_t i = 0; i < kMembers; i++) pthread_create(&handles[i], 0, member, 0);
}
int main(void) {
  begin(work);
  return count;
}
