// Addresses are not known: what depends on their order, their alignment or their distance is not proved.
// check: --property unreach-call --timeout 10 -D ORDER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D ALIGNMENT
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PAST
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D REUSE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D STAYS
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D WALK
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D NUMBER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D UNION
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D BYTES
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D MEMBER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D WEAK
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -m 32 -D SIGN
// expect: no: verdict: true
// verdict: unknown (what depends on addresses is open)
// native: no (each part depends on where the machine puts objects)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define CLAIM(condition)                                                                                               \
  if (!(condition)) reach_error();

struct holder {
  int count;
  uintptr_t number;
};
static char first[3], second[5];
extern int perhaps(void) __attribute__((weak));

#ifdef ORDER
static int isAbove(int *outer) {
  int inner;
  return outer == NULL ? isAbove(&inner) : &inner > outer;
}
#endif

int main(void) {
  char *p = first, *q = second;
#if defined ORDER
  CLAIM(isAbove(NULL));
#elif defined ALIGNMENT
  CLAIM((uintptr_t)p % 32 == 0);
#elif defined PAST
  CLAIM(p + 3 != q);
#elif defined REUSE
  int *old = malloc(8);
  free(old);
  int *fresh = malloc(8);
  const int isSame = old == fresh;
  free(fresh);
  CLAIM(!isSame);
#elif defined STAYS
  char *small = malloc(4), *large = realloc(small, 400);
  const int isSame = small == large;
  free(large);
  CLAIM(!isSame);
#elif defined WALK
  uintptr_t a = (uintptr_t)p;
  while (__VERIFIER_nondet_int()) a += 2;
  CLAIM(a != (uintptr_t)q);
#elif defined NUMBER
  CLAIM((uintptr_t)p >> 20 != 77 && (unsigned short)(uintptr_t)q != 4242);
#elif defined UNION
  union {
    char *pointer;
    uintptr_t number;
  } u = {p};
  CLAIM(u.number % 16 == 0);
#elif defined BYTES
  unsigned char bytes[sizeof p];
  memcpy(bytes, &p, sizeof p);
  CLAIM(bytes[0] == 0);
#elif defined MEMBER
  struct holder *h = malloc(sizeof *h);
  h->number = (uintptr_t)q;
  const int isEven = h->number % 2 == 0;
  free(h);
  CLAIM(isEven);
#elif defined WEAK
  CLAIM(perhaps != NULL);
#elif defined SIGN
  CLAIM((intptr_t)p > 0);
#endif
  return 0;
}
