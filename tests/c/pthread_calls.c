// Thread functions stay as calls: the interpreter does not know them.
// run: -p unreach-call
// expect: unsupported: pthread_create
// program: -p unreach-call
// expect: status 0: pthread_create
// native: no (not modelled)
#include <pthread.h>
static int shared;
static void *work(void *argument) {
  shared++;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return shared;
}
