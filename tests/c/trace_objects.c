// The trace says in C what was written: elements, members, blocks of the heap, whole objects, results of the library.
// check: --engine symex --native-replay off
// expect: status 1: verdict: false(unreach-call)
// expect: status 1: line[3] = 120 'x' (char)
// expect: status 1: grid[2][1] = -7 (int)
// expect: status 1: box.corner.y = 4 (short)
// expect: status 1: value.f = 1.5 (float)
// expect: status 1: value.i = 5 (int)
// expect: status 1: colour = GREEN (enum colour)
// expect: status 1: cells[1].bits = {.low = 3, .high = 9} (struct flags)
// expect: status 1: malloc#1.next = NULL (struct node *)
// expect: status 1: malloc#2.next = &malloc#1 (struct node *)
// expect: status 1: list.head = &malloc#2 (struct node *)
// expect: status 1: calloc#1[2] = 2.5 (double)
// expect: status 1: saved = {.corner = {.x = 3, .y = 4}, .name = "box"} (struct box)
// expect: status 1: box = {0} (struct box)
// expect: status 1: line[0 .. 3] = "abc" (char[4])
// expect: status 1: copy = &strdup#1 (char *)
// expect: status 1: strdup#1[0 .. 2] = "hi" (char[3])
// expect: status 1: row = {7, 7, 7} (row_type)
// expect: status 1: position = &line + 2 (char *)
// expect: status 1: p = {.x = 3, .y = 4} (struct point)
// expect: status 1: x#2 = 1 (int)
// expect: no: *(&
// native: no (the error function is not defined)
#include <stdlib.h>
#include <string.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

struct point {
  short x, y;
};
struct box {
  struct point corner;
  char name[8];
};
struct node {
  int key;
  struct node *next;
};
struct flags {
  unsigned low : 2, high : 6;
};
struct cell {
  char tag;
  struct flags bits;
};
typedef int row_type[3];
enum colour { RED, GREEN };

static char line[8];
static row_type grid[4];
static struct box box, saved;
static struct {
  struct node *head;
} list;
static union {
  int i;
  float f;
} value;
static struct cell cells[2];
static enum colour colour;

static void push(int key) {
  struct node *fresh = malloc(sizeof *fresh);
  fresh->key = key;
  fresh->next = list.head;
  list.head = fresh;
}

static int sum(struct point p) { return p.x + p.y; }

static void deep(int depth, int *up) {
  int x = depth;
  if (depth == 0)
    *up = 8;
  else
    deep(depth - 1, &x);
  if (up != 0) *up += x;
}

int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i != 3) return 0;
  enum colour *paint = &colour;
  line[i] = 'x';
  grid[i - 1][1] = -7;
  box.corner.x = 3;
  struct point *corner = &box.corner;
  corner->y = 4;
  void *bytes = &value;
  value.i = 5;
  value.f = 1.5f;
  *paint = GREEN;
  cells[i - 2].bits.low = 3;
  cells[i - 2].bits.high = 9;
  push(1);
  push(2);
  double *numbers = calloc(4, sizeof(double));
  numbers[i - 1] = 2.5;
  memcpy(box.name, "box", 4);
  saved = box;
  memset(&box, 0, sizeof box);
  strcpy(line, "abc");
  char *copy = strdup("hi");
  char *position = line + i - 1;
  row_type row;
  for (int k = 0; k < 3; k++) row[k] = grid[0][k];
  row_type sevens = {7, 7, 7};
  memcpy(row, sevens, sizeof row);
  int total = 0;
  deep(2, &total);
  if (sum(saved.corner) == 7 && *position == 'c' && bytes != 0 && row[i - 1] == 7 && copy[0] == 'h') reach_error();
  return 0;
}
