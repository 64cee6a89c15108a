// Nodes that a thread makes and shows to others are not those that main has made before, though one constructor makes all.
// native: no (races)
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race -D SAME --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D SAME
// expect: status 1: verdict: false(no-data-race)
#include <pthread.h>
#include <stdlib.h>

struct Node {
  int number;
  struct Node *next;
};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct Node *shown, *own;

static void *allocate(size_t size) {
  void *made = malloc(size);
  if (!made) abort();
  return made;
}

static struct Node *make(int number) {
  struct Node *node = allocate(sizeof *node);
  node->number = number;
  node->next = 0;
  return node;
}

static void *show(void *ignored) {
  struct Node *node = make(2);
  pthread_mutex_lock(&lock);
  shown = node;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  ++shown->number;
  pthread_mutex_unlock(&lock);
  return ignored;
}

int main(void) {
  own = make(1);
  pthread_t thread;
  pthread_create(&thread, 0, show, 0);
#ifdef SAME
  pthread_mutex_lock(&lock);
  if (shown) own = shown;
  pthread_mutex_unlock(&lock);
#endif
  ++own->number;
  pthread_join(thread, 0);
  return 0;
}
