// Corners of library functions that the standard, or glibc, decides.
// run: --seed 3
// expect: exit 0 or blocked
// native: yes
// verdict: true -p unreach-call
#define _GNU_SOURCE
#include "check.h"
#include <errno.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
static _Thread_local int mine = 4;
int main(void) {
  // A signal that is ignored does nothing, whichever it is.
  signal(SIGABRT, SIG_IGN);
  CHECK(raise(SIGABRT) == 0);
  sigset_t set;
  sigfillset(&set);
  CHECK(sigismember(&set, SIGABRT) == 1 && sigismember(&set, 32) != 1 && sigismember(&set, 34) == 1);
  // No block: errno says why.
  errno = 0;
  volatile size_t many = PTRDIFF_MAX;
  char *block = malloc(many);
  CHECK(block != 0 || errno == ENOMEM);
  free(block);
  errno = 0;
  block = calloc(many, 16);
  CHECK(block == 0 && errno == ENOMEM);
  block = pvalloc(SIZE_MAX - many % 2);
  CHECK(block == 0);
  // Some clocks do not go back.
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  clock_gettime(CLOCK_MONOTONIC, &after);
  CHECK(after.tv_sec >= before.tv_sec);
  clock_t first = clock(), second = clock();
  CHECK(second == -1 || second >= first);
  mine++;
  CHECK(mine == 5);
  return 0;
}
