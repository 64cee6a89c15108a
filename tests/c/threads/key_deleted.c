// A key that is deleted calls no destructor: what threads have left is lost.
// check: -p valid-memcleanup
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex
// expect: status 0: verdict: true
// check: -p valid-memcleanup -D DELETES
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D DELETES
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules -D DELETES
// expect: status 1: verdict: false(valid-memcleanup)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static void *work(void *argument) {
  pthread_setspecific(key, malloc(1));
#ifdef DELETES
  pthread_key_delete(key);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_key_create(&key, free);
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
