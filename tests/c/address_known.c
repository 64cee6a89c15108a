// What C and the ABI say about addresses: round trips, alignment, null and error codes, order inside an object.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// check: --property unreach-call --timeout 15
// expect: status 0: verdict: true
// native: yes
#include "check.h"
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern void reach_error(void);
#undef CHECK
#define CHECK(condition)                                                                                               \
  if (!(condition)) reach_error(), exit(__LINE__ % 255 + 1);
void reach_error(void) {}

struct node {
  struct node *next;
  int key;
};
struct tagged {
  uintptr_t parent;
};
struct record {
  int key;
  struct node link;
};

static void *lookUp(int isThere) {
  static int value;
  return isThere ? (void *)&value : (void *)(intptr_t)-12;
}
static int isError(const void *p) { return (unsigned long)p >= -4095UL; }
static int one(void) { return 1; }
static int two(void) { return 2; }

int main(void) {
  int x = 3, y = 4, *px = &x;
  uintptr_t number = (uintptr_t)px;
  CHECK(*(int *)number == 3 && (int *)number == &x && number % sizeof(int) == 0 && number != 0);
  uintptr_t both = number ^ (uintptr_t)&y;
  CHECK(*(int *)(both ^ number) == 4);

  struct node *n = malloc(sizeof *n);
  if (n == NULL) return 0;
  n->key = 7;
  n->next = NULL;
  CHECK((uintptr_t)n % sizeof(void *) == 0);
  struct tagged *t = malloc(sizeof *t);
  if (t == NULL) return 0;
  t->parent = (uintptr_t)n | 1;
  CHECK((t->parent & 1) == 1 && ((struct node *)(t->parent & ~(uintptr_t)3))->key == 7);
  CHECK((void *)n != (void *)t && n != NULL);
  free(t);
  free(n);

  char buffer[12];
  int count = 0;
  for (char *p = buffer, *end = buffer + sizeof buffer; p < end; p++) count++;
  CHECK(count == 12 && &buffer[12] - buffer == 12 && (uintptr_t)&buffer[2] < (uintptr_t)&buffer[5]);

  CHECK(isError(lookUp(0)) && (intptr_t)lookUp(0) == -12 && !isError(lookUp(1)));
  int (*f)(void) = one, (*g)(void) = two;
  CHECK(f != g && f() + g() == 3);
  struct record r = {5, {NULL, 6}};
  struct node *link = &r.link;
  struct record *whole = (struct record *)((char *)link - offsetof(struct record, link));
  CHECK(whole == &r && whole->key == 5);
  _Alignas(64) char line[64];
  CHECK((uintptr_t)line % 64 == 0);
  return 0;
}
