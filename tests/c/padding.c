// Bits of structs that belong to no member are open after a store to the struct or to a member, if somebody looks at them.
// check: --property unreach-call --timeout 10 -D INITIALISED
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D ZERO
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D STORED
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D ASSIGNED
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D HEAP
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D ARGUMENT
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D RESULT
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D UNION
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D FIELDS
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D NESTED
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D TABLE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D NUMBER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D CLEARED
// expect: no: verdict: false
// check: --property unreach-call --timeout 10 -D KNOWN
// expect: status 0: verdict: true
// run: -D CLEARED
// expect: exit 0
// run: -D KNOWN
// expect: exit 0
// native: no (what padding holds is the compiler's affair)
#include <stdlib.h>
#include <string.h>
void reach_error(void) {}
#define CLAIM(condition)                                                                                               \
  if (!(condition)) reach_error();

struct gap {
  char c;
  int i;
};
struct whole {
  int i, j;
};
struct fields {
  unsigned a : 3, b : 7;
  int i;
};
struct outer {
  struct gap gap;
  char last;
};
union view {
  struct gap gap;
  unsigned char bytes[sizeof(struct gap)];
};
static struct gap zero, alsoZero;

static int secondByte(struct gap gap) {
  const unsigned char *bytes = (const unsigned char *)&gap;
  return bytes[1];
}

static struct gap made(int i) {
  struct gap gap;
  memset(&gap, 0, sizeof gap);
  gap.i = i;
  return gap;
}

static int areEqual(const void *x, const void *y, size_t size) {
  const char *a = x, *b = y;
  for (size_t i = 0; i < size; i++)
    if (a[i] != b[i]) return 0;
  return 1;
}

static void copy(void *to, const void *from, size_t size) {
  char *a = to;
  for (const char *b = from; size > 0; size--) *a++ = *b++;
}

int main(void) {
  struct gap first = {1, 2}, second = {1, 2};
#if defined INITIALISED
  CLAIM(memcmp(&first, &second, sizeof first) == 0);
#elif defined ZERO
  struct gap nothing = {0};
  unsigned char bytes[sizeof nothing];
  memcpy(bytes, &nothing, sizeof bytes);
  CLAIM(bytes[2] == 0);
#elif defined STORED || defined CLEARED
  memset(&first, 0, sizeof first);
  first.c = 1;
  const unsigned char *bytes = (const unsigned char *)&first;
  CLAIM(bytes[1] == 0 && bytes[3] == 0);
#elif defined ASSIGNED
  second = first;
  CLAIM(areEqual(&first, &second, sizeof first));
#elif defined HEAP
  struct gap *a = calloc(1, sizeof *a), *b = malloc(sizeof *b);
  if (a == NULL || b == NULL) return 0;
  *b = *a;
  CLAIM(memcmp(a, b, sizeof *a) == 0);
#elif defined ARGUMENT
  memset(&first, 0, sizeof first);
  CLAIM(secondByte(first) == 0);
#elif defined RESULT
  first = made(1);
  second = made(1);
  CLAIM(memcmp(&first, &second, sizeof first) == 0);
#elif defined UNION
  union view view;
  memset(&view, 0, sizeof view);
  view.gap.i = 1;
  CLAIM(view.bytes[1] == 0);
#elif defined FIELDS
  struct fields a, b;
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
  a.a = b.a = 1;
  a.b = b.b = 2;
  a.i = b.i = 3;
  CLAIM(memcmp(&a, &b, sizeof a) == 0);
#elif defined NESTED
  struct outer a = {{1, 2}, 3}, b;
  b = a;
  CLAIM(memcmp(&a, &b, sizeof a) == 0);
#elif defined TABLE
  struct gap *table[] = {&first, &second};
  CLAIM(memcmp(table[0], table[1], sizeof first) == 0);
#elif defined NUMBER
  unsigned short word;
  memset(&first, 0, sizeof first);
  first.c = 1;
  memcpy(&word, &first, sizeof word);
  CLAIM(word == 1);
#elif defined KNOWN
  struct gap third;
  CLAIM(memcmp(&zero, &alsoZero, sizeof zero) == 0);
  memset(&first, 0, sizeof first);
  memset(&second, 0, sizeof second);
  CLAIM(memcmp(&first, &second, sizeof first) == 0);
  first.i = 5;
  memcpy(&second, &first, sizeof first);
  CLAIM(memcmp(&first, &second, sizeof first) == 0);
  copy(&third, &first, sizeof first);
  CLAIM(third.i == 5 && third.c == 0);
  struct whole a = {1, 2}, b = {1, 2};
  CLAIM(memcmp(&a, &b, sizeof a) == 0);
#endif
  return 0;
}
