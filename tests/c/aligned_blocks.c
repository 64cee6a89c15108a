// Blocks are as aligned as the program asks for, and no more than that is known.
// check: -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 20 -m 32
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 10 -D MORE
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D VARIABLE
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D OTHER
// expect: no: verdict: true
// native: yes
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
void reach_error(void) { abort(); }
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) reach_error();                                                                                   \
  } while (0)
struct buffer {
  int n;
  char *bytes;
};

int main(void) {
  void *p = 0;
  if (posix_memalign(&p, 64, 100) != 0) return 0;
  CHECK((uintptr_t)p % 64 == 0 && ((uintptr_t)p & 7) == 0);
  char *q = aligned_alloc(128, 256);
  CHECK((uintptr_t)q % 128 == 0 && (uintptr_t)(q + 3) % 64 == 3);
  char *r = memalign(32, 5), *s = valloc(10);
  CHECK((uintptr_t)r % 32 == 0 && (uintptr_t)s % 4096 == 0);
  struct buffer b = {1, 0}, *pb = &b;
  if (posix_memalign((void **)&pb->bytes, 256, 100) != 0) return 0;
  CHECK((uintptr_t)pb->bytes % 256 == 0);
#ifdef MORE
  CHECK((uintptr_t)p % 128 == 0);
#elif defined VARIABLE
  char *t = aligned_alloc(*(volatile int *)&b.n * 64, 256);
  CHECK((uintptr_t)t % 64 == 0);
#elif defined OTHER
  void *u = 0;
  if (posix_memalign(&u, 64, 100) != 0) return 0;
  u = malloc(3);
  CHECK((uintptr_t)u % 64 == 0);
#endif
  free(p);
  free(q);
  free(r);
  free(s);
  free(b.bytes);
  return 0;
}
