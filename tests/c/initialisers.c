// Global initialisers: addresses, nested designators, strings, floats, functions, differences.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

static int target[4] = {1, 2, 3, 4};
static int *middle = &target[2];
static int *const last = target + 3;
static char text[] = "text";
static char exact[3] = "abc";
static const char *names[] = {[2] = "two", [0] = "zero"};
static int sparse[10] = {[3] = 3, 4, [8] = 8};
static double reals[] = {1.5, -0.0, 1e300, 1.0 / 3};
static struct {
  int kind;
  struct {
    const char *name;
    int *where;
  } inner[2];
  int (*call)(int);
} record;
static int twice(int x) { return 2 * x; }
static struct {
  int (*call)(int);
  long offset;
} entry = {twice, (long)sizeof(target) / 2};
static struct loop {
  struct loop *self;
  int *into;
} loop = {&loop, &target[1]};
static unsigned char bytes[] = {0xff, 'a', 256 / 2};
static long long mixed = 1LL << 40 | 3;
static _Bool flag = 7;
static wchar_t wide[] = L"w\u00e9";
static int matrix[][2] = {1, 2, 3};
union {
  float f;
  int i;
} u = {.i = 5};
int *compound = (int[]){7, 8, 9};

int main(void) {
  CHECK(*middle == 3 && *last == 4 && middle[-1] == 2);
  CHECK(sizeof text == 5 && text[4] == 0 && exact[2] == 'c');
  CHECK(names[2][1] == 'w' && names[1] == 0 && sizeof names == 3 * sizeof(char *));
  CHECK(sparse[3] == 3 && sparse[4] == 4 && sparse[5] == 0 && sparse[8] == 8);
  CHECK(reals[0] == 1.5 && 1 / reals[1] < 0 && reals[3] * 3 == 1);
  CHECK(record.kind == 0 && record.inner[1].where == 0 && !record.call);
  CHECK(entry.call(21) == 42 && entry.offset == 8);
  CHECK(loop.self->self->into == target + 1);
  CHECK(bytes[0] == 255 && bytes[2] == 128 && sizeof bytes == 3);
  CHECK(mixed == 1099511627779LL && flag == 1);
  CHECK(wide[1] == 0xe9 && sizeof wide == 12);
  CHECK(sizeof matrix == 16 && matrix[1][1] == 0);
  CHECK(u.i == 5 && compound[2] == 9);
  text[0] = 'n';
  CHECK(text[0] == 'n');
  return 0;
}
