// What library functions read and write are accesses of their callers.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1
// truth: no-data-race false -D PRINTS
// truth: no-data-race true -D OTHER
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char text[8] = "text", other[8];
static void *work(void *argument) {
#ifdef PRINTS
  printf("%s\n", text);
#elif defined OTHER
  printf("%s\n", other);
#else
  memcpy(other, text, sizeof text);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  strcpy(text, "more");
  printf("done\n");
  pthread_join(a, 0);
  return 0;
}
