// Main does nothing for ever beside a thread that fails. A thread that does nothing for ever is not followed yet, so
// these are unknown.
// truth: unreach-call false --engine symex
// truth: unreach-call true --engine symex -D RIGHT
// native: no (it does not end)
#include <pthread.h>
void reach_error(void);
static int shared;
static void *work(void *argument) {
  shared = 1;
#ifdef RIGHT
  if (shared == 2)
#else
  if (shared == 1)
#endif
    reach_error();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  for (;;) {
  }
}
