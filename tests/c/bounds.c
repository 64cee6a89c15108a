// Indices beyond an array that is part of an object: no access outside of the object, and an error by itself.
// run: --inputs 0,3
// expect: exit 0
// run: --inputs 0,4
// expect: error(bounds) at line 61: an index is out of bounds of an array 'int[4]': index 4, length 4
// run: --inputs 0,-1
// expect: error(bounds) at line 61: index -1, length 4
// run: -p memsafety --inputs 0,4
// expect: exit 0
// run: -p bounds --inputs 1,4
// expect: exit 0
// run: -p bounds --inputs 1,5
// expect: error(bounds) at line 63: an index is out of bounds of an array 'int[5]': index 5, length 5
// run: --inputs 2,4
// expect: exit 0
// run: --inputs 3,4
// expect: exit 0
// run: --inputs 4,4
// expect: error(valid-deref) at line 71
// run: -p bounds --inputs 4,4
// expect: error(bounds) at line 71
// run: --inputs 5,5
// expect: exit 0
// run: --inputs 6,0
// expect: error(bounds) at line 75: index 4 is out of bounds of an array 'int[4]'
// run: --inputs 7,3
// expect: error(bounds) at line 77
// native: no (what is beyond an array is undefined)
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct parts {
  int before;
  int a[4];
  int behind[4];
};
struct flexible {
  int length;
  int items[];
};
struct old {
  int length;
  int items[1];
};
struct row {
  struct parts cells[2];
};

static struct parts s;
static int m[3][5];
static struct row rows[2];

int main(void) {
  int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int();
  struct flexible *f = calloc(1, sizeof *f + 8 * sizeof(int));
  struct old *o = calloc(1, sizeof *o + 8 * sizeof(int));
  int whole[4] = {0}, *p = s.a;
  if (!f || !o) return 0;
  if (which == 0)
    s.a[i] = 1;
  else if (which == 1)
    m[0][i] = 1;
  else if (which == 2)
    f->items[i] = 1;
  else if (which == 3)
    o->items[i] = 1;


  else if (which == 4)
    whole[i] = 1;
  else if (which == 5)
    p[i] = 1; // through a pointer
  else if (which == 6)
    s.a[4] = 1;
  else if (which == 7)
    rows[1].cells[i].before = 1;
  p = &s.a[4]; // only the address
  free(f);
  free(o);
  return 0;
}
