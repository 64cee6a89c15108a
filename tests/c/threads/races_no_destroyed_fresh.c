// A lock is destroyed before others know its block: they do not lock it.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct S { pthread_mutex_t m; int x; };
static struct S *_Atomic g;
static void *work(void *p) { struct S *s = g; if (s) { pthread_mutex_lock(&s->m); s->x++; pthread_mutex_unlock(&s->m); } return p; }
int main(void) {
  pthread_t a, b;
  struct S *s = malloc(sizeof *s);
  if (!s) return 0;
  pthread_mutex_init(&s->m, 0);
  s->x = 0;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_mutex_destroy(&s->m);
  g = s;
  return 0;
}
