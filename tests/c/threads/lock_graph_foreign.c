// A gate that another thread opens lets both in. A semaphore in the place of the second lock is not followed.
// check: -p no-deadlock -D OPENED
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D OPENED
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D SEMAPHORE
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D SEMAPHORE
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore;
static void both(pthread_mutex_t *a, pthread_mutex_t *b) {
  pthread_mutex_lock(&gate);
#ifdef SEMAPHORE
  sem_wait(&semaphore);
#else
  pthread_mutex_lock(a);
  pthread_mutex_lock(b);
  pthread_mutex_unlock(b);
  pthread_mutex_unlock(a);
#endif
  pthread_mutex_unlock(&gate);
}
static void *forward(void *argument) {
  both(&first, &second);
  return argument;
}
static void *backward(void *argument) {
  both(&second, &first);
  return argument;
}
int main(void) {
  pthread_t a, b;
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
#ifdef OPENED
  pthread_mutex_unlock(&gate);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
