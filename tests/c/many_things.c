// A slightly larger program: a hash table with chains, a priority queue, a matrix product.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <string.h>

struct node {
  struct node *next;
  char key[12];
  int value;
};
static struct node *buckets[16];
static unsigned hash(const char *s) {
  unsigned h = 5381;
  while (*s) h = h * 33 + (unsigned char)*s++;
  return h % 16;
}
static int *lookup(const char *key) {
  struct node **n = &buckets[hash(key)];
  for (; *n; n = &(*n)->next)
    if (strcmp((*n)->key, key) == 0) return &(*n)->value;
  *n = calloc(1, sizeof **n);
  strcpy((*n)->key, key);
  return &(*n)->value;
}
static void clear(void) {
  for (int i = 0; i < 16; i++)
    while (buckets[i]) {
      struct node *dead = buckets[i];
      buckets[i] = dead->next;
      free(dead);
    }
}

static int heap[32], size;
static void push(int x) {
  int i = size++;
  while (i > 0 && heap[(i - 1) / 2] > x) {
    heap[i] = heap[(i - 1) / 2];
    i = (i - 1) / 2;
  }
  heap[i] = x;
}
static int pop(void) {
  int top = heap[0], x = heap[--size], i = 0;
  for (;;) {
    int c = 2 * i + 1;
    if (c >= size) break;
    if (c + 1 < size && heap[c + 1] < heap[c]) c++;
    if (heap[c] >= x) break;
    heap[i] = heap[c];
    i = c;
  }
  heap[i] = x;
  return top;
}

int main(void) {
  const char *words[] = {"one", "two", "three", "two", "three", "three"};
  for (int i = 0; i < 6; i++) ++*lookup(words[i]);
  CHECK(*lookup("one") == 1 && *lookup("two") == 2 && *lookup("three") == 3 && *lookup("four") == 0);
  clear();
  for (int i = 0; i < 20; i++) push(i * 7 % 20);
  for (int i = 0; i < 20; i++) CHECK(pop() == i);
  double a[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, b[3][3] = {{0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 3; k++) b[i][j] += a[i][k] * a[k][j];
  CHECK(b[0][0] == 30 && b[2][2] == 150);
  return 0;
}
