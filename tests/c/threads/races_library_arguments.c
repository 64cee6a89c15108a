// Functions of the library access what they are given.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D COPY
// expect: status 2: verdict: unknown
// check: -p no-data-race -D COPY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D SCAN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D SCAN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TOKENS
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TOKENS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D PRINT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D PRINT
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LENGTH
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D LENGTH
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static char text[4] = "1 2";
static int number;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
#if defined(COPY)
  pthread_mutex_unlock(&m);
  memcpy(text, "3 4", sizeof text);
  pthread_mutex_lock(&m);
#elif defined(SCAN)
  pthread_mutex_unlock(&m);
  sscanf("7", "%d", &number);
  pthread_mutex_lock(&m);
#elif defined(TOKENS)
  char *rest;
  pthread_mutex_unlock(&m);
  strtok_r(text, " ", &rest);
  pthread_mutex_lock(&m);
#elif defined(PRINT)
  pthread_mutex_unlock(&m);
  snprintf(text, 4, "%d", 5);
  pthread_mutex_lock(&m);
#elif defined(LENGTH)
  text[0] = 0;
  pthread_mutex_unlock(&m);
  if (strlen(text) > 7) abort();
  pthread_mutex_lock(&m);
#else
  memcpy(text, "3 4", sizeof text);
  memset(text, '5', 2);
  number = text[0];
#endif
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
