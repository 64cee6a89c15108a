// Barriers, once, semaphores, keys with destructors.
// run: -p assert -p memsafety --seed 11
// expect: exit 7
// run: -p assert -p memsafety -m 32
// expect: exit 7
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// native: yes
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static sem_t finished;
static int initialised, left, right, destroyed;
static void initialise(void) { initialised++; }
static void destroy(void *value) { destroyed += *(int *)value; }
static void *work(void *argument) {
  static int three = 3;
  pthread_once(&once, initialise);
  pthread_setspecific(key, &three);
  left = 1;
  pthread_barrier_wait(&barrier);
  int seen = right;
  sem_post(&finished);
  return (void *)(long)seen;
}
int main(void) {
  pthread_t a;
  void *seen;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_key_create(&key, destroy);
  sem_init(&finished, 0, 0);
  pthread_create(&a, 0, work, 0);
  pthread_once(&once, initialise);
  right = 2;
  pthread_barrier_wait(&barrier);
  assert(left == 1 && initialised == 1 && pthread_getspecific(key) == 0);
  sem_wait(&finished);
  pthread_join(a, &seen);
  return destroyed * 2 + initialised + ((long)seen != 2);
}
