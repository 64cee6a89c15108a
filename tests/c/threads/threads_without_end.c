// A loop that starts threads for ever: an error that two of them make is found. That there is none is not proved yet.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// True, and not proved yet:
// check: -p unreach-call --engine symex -D LOCKS --timeout 1 --memory 1000
// expect: no: verdict: false
// native: no (it does not end)
#include <pthread.h>
void reach_error(void);
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int inside;
static void *work(void *argument) {
#ifdef LOCKS
  pthread_mutex_lock(&mutex);
#endif
  inside++;
  if (inside != 1) reach_error();
  inside--;
#ifdef LOCKS
  pthread_mutex_unlock(&mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  for (;;)
    pthread_create(&a, 0, work, 0);
}
