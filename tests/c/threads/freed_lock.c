// A lock in a block that another thread frees: to lock it afterwards is an access to what is gone.
// check: -p valid-deref
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D JOINED
// expect: status 0: verdict: true
// check: -p memsafety --engine symex -D JOINED
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
static struct object {
  pthread_mutex_t mutex;
  int value;
} * object;
static void *work(void *argument) {
  pthread_mutex_lock(&object->mutex);
  object->value = 1;
  pthread_mutex_unlock(&object->mutex);
  return argument;
}
int main(void) {
  pthread_t a;
  object = malloc(sizeof *object);
  pthread_mutex_init(&object->mutex, 0);
  pthread_create(&a, 0, work, 0);
#ifdef JOINED
  pthread_join(a, 0);
#endif
  pthread_mutex_lock(&object->mutex);
  object->value = 2;
  pthread_mutex_unlock(&object->mutex);
  pthread_mutex_destroy(&object->mutex);
  free(object);
#ifndef JOINED
  pthread_join(a, 0);
#endif
  return 0;
}
