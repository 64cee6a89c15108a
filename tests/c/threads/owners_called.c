// A function gets what different places of an array hold. The access in it is one for each place, though it looks the same in all of
// its calls: which place it came from decides whether the lock is the right one.
// native: no (races)
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race -D FIRST --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race -D FIRST
// expect: status 1: verdict: false(no-data-race)
#include <pthread.h>
#include <stdlib.h>

struct item {
  int count;
};

enum { N = 4 };
pthread_mutex_t lock[N];
struct item *slot[N];

static void touch(struct item *item) { item->count++; }

static void *worker(void *arg) {
  for (int i = 0; i < N; i++) {
#ifdef FIRST
    pthread_mutex_t *m = &lock[0];
#else
    pthread_mutex_t *m = &lock[i];
#endif
    pthread_mutex_lock(m);
    touch(slot[i]);
    pthread_mutex_unlock(m);
  }
  return arg;
}

int main(void) {
  pthread_t thread;
  for (int j = 0; j < N; j++) {
    pthread_mutex_init(&lock[j], NULL);
    struct item *made = malloc(sizeof *made);
    made->count = 0;
    slot[j] = made;
  }
  pthread_create(&thread, NULL, worker, NULL);
  for (int j = 0; j < N; j++) {
    pthread_mutex_lock(&lock[j]);
    touch(slot[j]);
    pthread_mutex_unlock(&lock[j]);
  }
}
