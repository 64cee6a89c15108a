// A list whose nodes have a mutex each: the next one is locked before the last is let go. The other way round others
// get between.
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p valid-deref -D GAP
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex -D GAP
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules -D GAP
// expect: status 1: verdict: false(valid-deref)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
struct node {
  pthread_mutex_t mutex;
  struct node *next;
  int value;
};
static struct node *head;
static struct node *make(struct node *next) {
  struct node *made = malloc(sizeof *made);
  pthread_mutex_init(&made->mutex, 0);
  made->next = next;
  made->value = 0;
  return made;
}
static void *count(void *argument) {
  pthread_mutex_lock(&head->mutex);
  struct node *second = head->next;
#ifdef GAP
  pthread_mutex_unlock(&head->mutex);
#endif
  if (second) {
    pthread_mutex_lock(&second->mutex);
    second->value++;
    pthread_mutex_unlock(&second->mutex);
  }
#ifndef GAP
  pthread_mutex_unlock(&head->mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  head = make(make(0));
  pthread_create(&a, 0, count, 0);
  pthread_mutex_lock(&head->mutex);
  struct node *second = head->next;
  pthread_mutex_lock(&second->mutex);
  head->next = 0;
  pthread_mutex_unlock(&second->mutex);
  free(second);
  pthread_mutex_unlock(&head->mutex);
  pthread_join(a, 0);
  free(head);
  return 0;
}
