// A program that starts no thread locks and unlocks alone.
// check: -p assert
// expect: status 0: verdict: true
// check: -p memsafety --data-model 32
// expect: status 0: verdict: true
// run: -p assert --seed 3
// expect: exit 0
// native: yes
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t once_more = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int calls;
static void initialise(void) { calls++; }
int main(void) {
  pthread_mutex_t mutex;
  assert(pthread_mutex_init(&mutex, 0) == 0);
  assert(pthread_mutex_lock(&mutex) == 0 && pthread_mutex_trylock(&mutex) != 0);
  assert(pthread_mutex_unlock(&mutex) == 0 && pthread_mutex_destroy(&mutex) == 0);
  assert(pthread_mutex_lock(&once_more) == 0 && pthread_mutex_lock(&once_more) == 0);
  pthread_once(&once, initialise);
  pthread_once(&once, initialise);
  assert(calls == 1 && pthread_equal(pthread_self(), pthread_self()));
  sem_t semaphore;
  sem_init(&semaphore, 0, 1);
  assert(sem_wait(&semaphore) == 0 && sem_trywait(&semaphore) == -1);
  return 0;
}
