// Which array an index is of: a row of an array of variable length is a part of it, and an address that is discarded leaves no code.
// run: --inputs 0,3
// expect: exit 0
// run: --inputs 0,4
// expect: error(bounds) at line 48: index 4, length 4
// run: --inputs 1,1
// expect: exit 0
// run: --inputs 1,2
// expect: error(valid-deref) at line 50
// run: --inputs 2,0
// expect: error(bounds) at line 52: index 5 is out of bounds of an array 'int[4]'
// run: --inputs 3,0
// expect: error(bounds) at line 55: index 4 is out of bounds of an array 'int[4]'
// run: --inputs 4,0
// expect: exit 0
// run: --inputs 5,4
// expect: exit 0
// run: --inputs 6,4
// expect: error(bounds) at line 60: an index is out of bounds of an array 'int[4]'
// run: --inputs 6,3
// expect: exit 0
// run: --inputs 7,0
// expect: error(bounds) at line 62: index 4 is out of bounds of an array 'int[4]'
// run: --inputs 8,0
// expect: error(bounds) at line 64: index 4 is out of bounds of an array 'int[4]'
// run: --inputs 9,0
// expect: error(bounds) at line 66: index 4 is out of bounds of an array 'int[4]'
// run: --inputs 10,4
// expect: error(bounds) at line 68: an index is out of bounds of an array 'int[4]'
// native: no (what is beyond an array is undefined)
extern int __VERIFIER_nondet_int(void);

struct parts {
  int a[4];
  int b[8];
};
static struct parts s;
static int m[8][4], w[6];
static int sink;

int main(void) {
  int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), n = 2;
  int rows[n][4], line[n];
  for (int k = 0; k < n; k++) {
    line[k] = rows[k][0] = rows[k][1] = rows[k][2] = rows[k][3] = 0;
  }
  if (which == 0)
    sink = rows[0][i];
  else if (which == 1)
    sink = line[i];
  else if (which == 2) {
    (void)&s.a[5];
    sink = w[5];
  } else if (which == 3)
    sink = m[4][4];
  else if (which == 5) {
    int *behind = &m[1][i], *last = &m[1][4];
    sink = behind[-1] + (&m[0][4])[-1] + (last - behind);
  } else if (which == 6)
    m[0][i]++;
  else if (which == 7)
    sink = *&m[0][4];
  else if (which == 8)
    --s.a[4];
  else if (which == 9)
    sink = (&s.a[4])[0];
  else if (which == 10)
    sink = *&s.a[i];
  else
    sink = (int)sizeof s.a[9] + (&s.a[4] != 0) + (m[8] != 0);
  return 0;
}
