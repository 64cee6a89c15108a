// Structures: nested, by value, in arrays, compound literals, designated initialisers, flexible arrays.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stddef.h>

struct point {
  int x, y;
};
struct box {
  struct point low, high;
  char name[6];
};
struct big {
  int values[20];
};
struct list {
  int length;
  short items[];
};

static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static struct big fill(struct big b, int value) {
  for (int i = 0; i < 20; i++) b.values[i] += value + i;
  return b;
}
static int area(const struct box *b) { return (b->high.x - b->low.x) * (b->high.y - b->low.y); }
struct tiny {
  char c;
};
static struct tiny next(struct tiny t) {
  t.c++;
  return t;
}
struct pair {
  double d;
  float f;
};
static struct pair scale(struct pair p, double by) {
  p.d *= by;
  p.f *= by;
  return p;
}

int main(void) {
  struct box b = {.high = {.y = 7, .x = 5}, .low = {1, 2}, .name = "box"};
  CHECK(area(&b) == 20);
  CHECK(b.name[2] == 'x' && b.name[3] == 0 && b.name[5] == 0);
  struct point p = add(b.low, b.high);
  CHECK(p.x == 6 && p.y == 9);
  struct big one = {{1, 2}}, two = fill(one, 100);
  CHECK(one.values[19] == 0 && two.values[0] == 101 && two.values[19] == 119);
  CHECK(fill(two, 1).values[3] == 107);
  struct point grid[2][3] = {{{1}, {2}, {3}}, {{4, 5}}};
  CHECK(grid[1][0].y == 5 && grid[0][2].x == 3 && grid[1][2].x == 0);
  grid[1][2] = grid[1][0];
  CHECK(grid[1][2].x == 4);
  struct point *cursor = &grid[0][0];
  cursor += 3;
  CHECK(cursor->x == 4 && cursor - &grid[0][0] == 3);
  struct list *list = malloc(offsetof(struct list, items) + 4 * sizeof(short));
  list->length = 4;
  for (int i = 0; i < list->length; i++) list->items[i] = i * i;
  CHECK(list->items[3] == 9);
  free(list);
  CHECK(next((struct tiny){'a'}).c == 'b');
  struct pair q = scale((struct pair){1.5, 2.5f}, 2);
  CHECK(q.d == 3 && q.f == 5);
  struct {
    struct {
      int deep;
    };
    int shallow;
  } anonymous = {{1}, 2};
  CHECK(anonymous.deep == 1 && anonymous.shallow == 2);
  return 0;
}
