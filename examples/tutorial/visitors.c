// Visitors of a museum pass one of two doors, each a thread. How many come, nobody knows.
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

struct door {
  pthread_mutex_t lock;
  int passed;
};
static struct door doors[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};

static void *visit(void *unused) {
  struct door *door = &doors[__VERIFIER_nondet_int() ? 1 : 0];
  pthread_mutex_lock(&door->lock);
  door->passed++;
  pthread_mutex_unlock(&door->lock);
#ifdef LAST
  if (door->passed == 100) return door;
#endif
  return unused;
}

int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t visitor;
    pthread_create(&visitor, 0, visit, 0);
    pthread_detach(visitor);
  }
  return 0;
}
