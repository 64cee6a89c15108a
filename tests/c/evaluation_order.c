// Where C leaves the order of evaluation open, neither order is taken for granted; where it makes no difference, it makes
// none. What an expression does to one variable in no order is undefined.
// check: -p unreach-call --timeout 10 -D ARGUMENTS
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D OPERANDS
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D TARGET
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D COMPOUND
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D POINTER
// expect: no: verdict: true
// check: -p unreach-call --timeout 10 -D UNDEFINED
// expect: status 2: in no order
// check: -p unreach-call --timeout 10 -D STORE
// expect: status 2: in no order
// check: -p unreach-call --timeout 10
// expect: status 0: verdict: true
// verdict: true -p unreach-call
// native: no (compilers differ)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define CLAIM(condition)                                                                                               \
  if (!(condition)) reach_error();

static int last, cell, *list = &cell, sum;
static int later(void);
static int note(int x) { return last = x; }
static int *place(void) {
  note(7);
  return &cell;
}
static int less(int a, int b) { return a < b; }
static int set(int *where, int to) {
  *where = to;
  return 1;
}

int main(void) {
  int i = __VERIFIER_nondet_int() & 1, here = 0;
#if defined ARGUMENTS
  CLAIM(less(later(), later()));
#elif defined OPERANDS
  CLAIM(note(1) + note(2) == 3 && last == 2);
#elif defined TARGET
  *place() = last;
  CLAIM(cell == 0);
#elif defined COMPOUND
  sum = 1;
  sum += set(&sum, 5);
  CLAIM(sum == 6);
#elif defined POINTER
  CLAIM(*list + set(&cell, 3) == 1);
#elif defined UNDEFINED
  CLAIM(i++ + i < 5);
#elif defined STORE
  i = i++ & 1;
  CLAIM(i < 2);
#else
  int a[4] = {0}, *p = a;
  *p++ = i++;
  i = less(i++, 0) ? (i++, i) : 1;
  CLAIM(note(1) + note(2) == 3);
  last = 0;
  CLAIM(later() + later() == 3 && last == 2);
  here += set(&here, 0) + 1;
  CLAIM(here == 2);
  here = set(a, 3) + set(a + 1, 4);
  CLAIM(a[0] == 3 && a[1] == 4 && here == 2);
#endif
  return 0;
}

static int later(void) { return ++last; }
