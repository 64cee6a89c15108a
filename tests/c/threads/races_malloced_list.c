// A list of blocks that malloc gives: their links are written before they are read, so they lead to blocks of the list alone.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D UNLOCKED
// expect: status 2: verdict: unknown
// check: -p no-data-race -D UNLOCKED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LINKS_OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race -D LINKS_OTHER --native-replay off
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D FROM_OUTSIDE
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>
struct node {
  struct node *next;
  long value;
};
static struct node *head;
static struct node other;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef UNLOCKED
#define LOCKED(statements) statements
#else
#define LOCKED(statements) pthread_mutex_lock(&lock); statements; pthread_mutex_unlock(&lock)
#endif
static void *work(void *argument) {
  LOCKED(for (struct node *n = head; n; n = n->next) n->value++);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  struct node *n = malloc(sizeof *n);
  n->value = 0;
  n->next = head;
#ifdef LINKS_OTHER
  n->next = &other;
#elif defined(FROM_OUTSIDE)
  if (read(0, &n->next, sizeof n->next) != sizeof n->next) n->next = 0;
#endif
  LOCKED(head = n);
  other.value = 1;
  pthread_join(a, 0);
  return 0;
}
