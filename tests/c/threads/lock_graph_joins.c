// A thread is joined with a lock that it asks for, or that a thread asks for which it joins.
// OPENED: before it is joined. LATER: both orders of two locks, but the second thread begins when the first one has ended.
// check: -p no-deadlock --engine races -D OPENED
// expect: status 0: verdict: true
// check: -p no-deadlock --engine races -D GRANDCHILD -D OPENED
// expect: status 0: verdict: true
// check: -p no-deadlock --engine races -D LATER
// expect: status 0: verdict: true
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D GRANDCHILD
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D GRANDCHILD
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static void *child(void *argument) {
  pthread_mutex_lock(&mutex);
#ifdef LATER
  pthread_mutex_lock(&other);
  pthread_mutex_unlock(&other);
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *parent(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  return argument;
}
static void *backward(void *argument) {
  pthread_mutex_lock(&other);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_mutex_unlock(&other);
  return argument;
}
int main(void) {
  pthread_t thread;
#ifdef LATER
  pthread_create(&thread, 0, child, 0);
  pthread_join(thread, 0);
  pthread_create(&thread, 0, backward, 0);
  pthread_join(thread, 0);
#else
  pthread_mutex_lock(&mutex);
#ifdef GRANDCHILD
  pthread_create(&thread, 0, parent, 0);
#else
  pthread_create(&thread, 0, child, 0);
#endif
#ifdef OPENED
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, 0);
#else
  pthread_join(thread, 0);
  pthread_mutex_unlock(&mutex);
#endif
#endif
  return 0;
}
