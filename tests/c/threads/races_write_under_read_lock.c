// Who only reads lets other readers in, and must not write.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D WRITE
// expect: status 2: verdict: unknown
// check: -p no-data-race -D WRITE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TRIED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TRIED
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static int count;
static void *writer(void *argument) {
#if defined(WRITE)
  pthread_rwlock_rdlock(&m);
#elif defined(TRIED)
  if (pthread_rwlock_tryrdlock(&m)) return argument;
#else
  pthread_rwlock_wrlock(&m);
#endif
  count = 1;
  pthread_rwlock_unlock(&m);
  return argument;
}
static void *reader(void *argument) {
  pthread_rwlock_rdlock(&m);
  int seen = count;
  pthread_rwlock_unlock(&m);
  return seen ? argument : 0;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_create(&c, 0, reader, 0);
  return 0;
}
