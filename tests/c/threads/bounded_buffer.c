// A buffer of one place with two conditions. With ONCE, who takes does not look again after it was woken, and waking may be by chance.
// check: -p assert
// expect: status 0: verdict: true
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p assert -D ONCE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine orders -D ONCE
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER, emptied = PTHREAD_COND_INITIALIZER;
static int count, place;
static void put(int value) {
  pthread_mutex_lock(&lock);
  while (count == 1) pthread_cond_wait(&emptied, &lock);
  place = value;
  count = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}
static int take(void) {
  pthread_mutex_lock(&lock);
#ifdef ONCE
  if (count == 0) pthread_cond_wait(&filled, &lock);
#else
  while (count == 0) pthread_cond_wait(&filled, &lock);
#endif
  const int value = place;
  count = 0;
  pthread_cond_signal(&emptied);
  pthread_mutex_unlock(&lock);
  return value;
}
static void *producer(void *argument) {
  put(1);
  put(2);
  return NULL;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, producer, NULL);
  const int first = take(), second = take();
  assert(first == 1 && second == 2);
  return 0;
}
