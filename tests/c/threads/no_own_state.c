// Nothing is assumed of a function that keeps nothing, of one with a lock, of a program's own one, or without threads.
// check: -p no-data-race
// expect: no: keeps state of its own
// check: -p no-data-race -D ALONE
// expect: no: keeps state of its own
// check: -p assert -D TOKENS
// expect: no: keeps state of its own
// native: no (it has threads)
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static char first[] = "a b", second[] = "c d";
char *asctime(const void *date) { return (char *)date; }
static void use(char *text) {
  char *own;
#if defined(ALONE) || defined(TOKENS)
  strtok(text, " ");
#endif
  strtok_r(text, " ", &own);
  asctime(text);
  rand();
}
static void *work(void *argument) {
  use(second);
  return argument;
}
int main(void) {
#ifdef ALONE
  work(0);
#else
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  use(first);
  pthread_join(a, 0);
#endif
  return 0;
}
