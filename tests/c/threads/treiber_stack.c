// Treiber's stack with nodes that are not used again: what is popped is memory that is there. With FREES a node is freed while another
// one may still look at it.
// check: -p valid-deref
// expect: status 0: verdict: true
// check: --native-replay on -p valid-deref -D FREES
// expect: status 1: verdict: false(valid-deref)
// native: yes
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct Node {
  struct Node *next;
};
static struct Node *_Atomic top;
static void push(struct Node *node) {
  struct Node *seen = top;
  do {
    node->next = seen;
  } while (!atomic_compare_exchange_strong(&top, &seen, node));
}
static void pop(void) {
  struct Node *seen = top;
  while (seen != NULL && !atomic_compare_exchange_strong(&top, &seen, seen->next)) {
  }
#ifdef FREES
  free(seen);
#endif
}
static void *work(void *argument) {
  pop();
  return NULL;
}
int main(void) {
  pthread_t thread;
  struct Node *node = malloc(sizeof *node);
  if (node == NULL) return 0;
  push(node);
  pthread_create(&thread, NULL, work, NULL);
  pop();
  return 0;
}
