// A mutex that is locked when the program begins, because its bytes are copied or written, or say so at first.
// check: -p no-deadlock --engine races -D RIGHT
// expect: status 0: verdict: true
// check: -p no-deadlock -D COPIED
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D COPIED
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D WRITTEN
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D WRITTEN
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D INITIAL
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D INITIAL
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
#include <string.h>
#ifdef INITIAL
static pthread_mutex_t mutex = {{1}};
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
#endif
static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_mutex_lock(&other);
#ifdef COPIED
  memcpy(&mutex, &other, sizeof mutex);
#endif
  pthread_mutex_unlock(&other);
#ifdef WRITTEN
  *(int *)&mutex = 1;
#endif
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return 0;
}
