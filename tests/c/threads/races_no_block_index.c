// Each thread has a block of its own, and an index made of its address.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static int v[8];
static void *work(void *a) { v[(uintptr_t)a % 8] = 1; return 0; }
int main(void) {
  pthread_t a;
  for (int i = 0; i < 2; i++) { void *p = malloc(1); if (p) pthread_create(&a, 0, work, p); }
  return 0;
}
