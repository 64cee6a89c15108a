// A queue with pointers to both of its ends.
// right: auto shapes
// wrong: LINK valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct job {
  int cost;
  struct job *next;
};
struct queue {
  struct job *first, *last;
};

static void enqueue(struct queue *q, int cost) {
  struct job *j = malloc(sizeof *j);
  j->cost = cost;
  j->next = NULL;
  if (q->first)
    q->last->next = j;
  else
    q->first = j;
  q->last = j;
}

static int dequeue(struct queue *q) {
  struct job *j = q->first;
  const int cost = j->cost;
  q->first = j->next;
#ifdef LINK
  if (!q->first && cost == 1) q->first = q->last;
#endif
#ifdef LOST
  if (cost == 1) return cost;
#endif
  free(j);
  return cost;
}

int main(void) {
  struct queue q = {NULL, NULL};
  while (any()) {
    if (q.first && any()) {
      CLAIM(dequeue(&q) > 0);
    } else {
      int cost = any();
#ifdef CONTENT
      if (cost >= 0) enqueue(&q, cost);
#else
      if (cost > 0) enqueue(&q, cost);
#endif
    }
  }
  while (q.first) CLAIM(dequeue(&q) > 0);
  return 0;
}
