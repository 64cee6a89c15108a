// One signal wakes one of two threads that wait; the other one waits for ever. A broadcast wakes both.
// check: -p no-deadlock -D WAKE=pthread_cond_signal
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D WAKE=pthread_cond_signal
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D WAKE=pthread_cond_signal
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D WAKE=pthread_cond_broadcast
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D WAKE=pthread_cond_broadcast
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D WAKE=pthread_cond_signal
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D WAKE=pthread_cond_signal -D PASSES_ON
// expect: status 0: verdict: true
// native: no (it may wait for ever)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int go;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  while (!go)
    pthread_cond_wait(&changed, &mutex);
#ifdef PASSES_ON
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_lock(&mutex);
  go = 1;
  WAKE(&changed);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
