// When main returns, all threads end; when it calls pthread_exit, the others go on.
// run:
// expect: exit 0
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call -D GOES_ON
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D GOES_ON
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D GOES_ON
// expect: status 1: verdict: false(unreach-call)
// run: -p unreach-call -D GOES_ON
// expect: error(unreach-call)
// native: no (it calls reach_error)
#include <pthread.h>
void reach_error(void);
static int go;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  if (go) reach_error();
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_lock(&mutex);
  pthread_create(&a, 0, work, 0);
  go = 1;
#ifdef GOES_ON
  pthread_mutex_unlock(&mutex);
  pthread_exit(0);
#endif
  return 0;
}
