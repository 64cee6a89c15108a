// Who waits for whom, without schedules: locks in one order, however many threads there are.
// BACK: one thread takes them in the other order. GATE: under a third mutex. READ: which others have for reading at the
// same time. TRY: under a mutex that they may not have got.
// check: -p no-deadlock --engine races
// expect: status 0: verdict: true
// check: -p no-deadlock --engine races -D BACK -D GATE
// expect: status 0: verdict: true
// check: -p no-deadlock -D BACK
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D BACK
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D BACK -D READ
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D BACK -D READ
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D BACK -D TRY
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D BACK -D TRY
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t readers = PTHREAD_RWLOCK_INITIALIZER;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
#ifdef GATE
  pthread_mutex_lock(&gate);
#elif defined READ
  pthread_rwlock_rdlock(&readers);
#elif defined TRY
  const int isIn = pthread_mutex_trylock(&gate) == 0;
#endif
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
#ifdef GATE
  pthread_mutex_unlock(&gate);
#elif defined READ
  pthread_rwlock_unlock(&readers);
#elif defined TRY
  if (isIn) pthread_mutex_unlock(&gate);
#endif
}
static void *forward(void *argument) {
  both(&first, &second);
  return argument;
}
static void *backward(void *argument) {
#ifdef BACK
  both(&second, &first);
#else
  both(&first, &second);
#endif
  return argument;
}
int main(void) {
  pthread_t a[3], b;
  const int count =
#ifdef BACK
      1;
#else
      3;
#endif
  for (int i = 0; i < count; i++) pthread_create(&a[i], 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
  for (int i = 0; i < count; i++) pthread_join(a[i], 0);
  pthread_join(b, 0);
  return 0;
}
