// Objects die with their blocks, however these are entered and left.
// run: -p valid-deref --inputs 0
// expect: exit 0
// run: -p valid-deref --inputs 1
// expect: error(valid-deref) at line 161
// run: -p valid-deref --inputs 2
// expect: error(valid-deref) at line 162
// run: -p valid-deref --inputs 3
// expect: error(valid-deref) at line 77
// run: -p valid-deref --inputs 4
// expect: error(valid-deref) at line 164
// run: -p valid-deref --inputs 5
// expect: error(valid-deref) at line 165
// run: -p valid-deref --inputs 6
// expect: error(valid-deref) at line 166
// run: -p valid-deref --inputs 7
// expect: error(valid-deref) at line 167
// run: -p valid-deref --inputs 8
// expect: error(valid-deref) at line 168
// run: -p valid-deref --inputs 9
// expect: error(valid-deref) at line 169
// run: -p valid-deref --inputs 10
// expect: error(valid-deref) at line 173
// run: -p valid-deref --inputs 11
// expect: exit 0
// run: -p valid-deref --inputs 12
// expect: error(valid-deref) at line 170
// run: -p valid-deref --inputs 13
// expect: error(valid-deref) at line 171
// run: -p valid-deref --inputs 14
// expect: exit 0
// check: -p valid-deref -D ALIVE
// expect: status 0: verdict: true
// check: -p valid-deref
// expect: status 1: verdict: false(valid-deref)
// native: no (objects are looked at after their lives)
extern int __VERIFIER_nondet_int(void);

struct S { int a[3], n; };
static struct S make(int n) {
  struct S s = {{n, n + 1, n + 2}, n};
  return s;
}
static int *held;
static int keep(int *p) { held = p; return 0; }

static void jumpedOver(int n) {
  if (n) goto in;
  {
    int x;
    x = 1;
  in:
    held = &x;
    x = 5;
    *held += 1;
  }
}
static void inSwitch(int n) {
  switch (n) {
    int x;
  case 2:
    held = &x;
    x = 4;
    *held = 3;
    break;
  }
}
static void behindLabel(int n) {
  int rounds = 0;
again:
  rounds++;
  {
    int y = rounds;
    if (rounds == 1) held = &y;
    if (rounds < 2) goto again;
#ifndef ALIVE
    if (n == 3) *held = 1;
#endif
    *(&y) = 2;
  }
}
static void sameBlock(void) { // a jump back inside the block ends no life
  int rounds = 0, *p = 0;
again:;
  int z;
  if (rounds > 0) *p += 1;
  else z = 7;
  p = &z;
  if (rounds++ < 2) goto again;
}
static void literals(int n) {
  if (n == 4) held = &(int){4};
  if (n == 5) {
    while (*(held = &(int){1}) > 1) {}
  }
  for (int *p = n == 6 ? &(int){6} : &n; p; p = 0) held = p;
  do held = n == 7 ? (int[]){1, 2} : held;
  while (0);
  { struct S *s = &(struct S){{1}, 2}; s->n = 3; if (n == 8) held = &s->n; }
}
static int cleaned;
static void clean(int **p) { cleaned += **p; }
static void cleanUps(int n) { // they run while the block's objects live
  int one = 1;
  for (int i = 0; i < n; i++) {
    int local = i;
    __attribute__((cleanup(clean))) int *first = &one;
    if (i == 2) goto skip;
    {
      __attribute__((cleanup(clean))) int *second = &local;
      if (i == 3) break;
    }
  skip:
    local++;
  }
}
static int computed(int n) {
  static void *labels[] = {&&a, &&b};
  int r = 0, i = 0;
  goto *labels[n & 1];
a : {
  int x = 1, *p = &x;
  r += *p;
}
  if (i++ > 2) return r;
  goto *labels[(n + i) & 1];
b : {
  int y = 10, *p = &y;
  r += *p;
}
  i++;
  goto *labels[(n + i) & 1];
}
static struct S returned(int n) { // a local that is returned is no other object than it looks like
again:;
  if (n > 0) {
    struct S s = {{n}, 1};
    for (int i = 0; i < 3; i++)
      if (i == n) return s;
  }
  if (n-- > 5) goto again;
  return make(9);
}
static void temporaries(int n) {
  int *p = make(n).a;
  if (n == 9) held = p;
  if (keep(make(3).a) || held[1] == 77) return;
}

int main(void) {
  int n = __VERIFIER_nondet_int(), r = 0;
  sameBlock();
  if (n == 11) temporaries(0);
#ifdef ALIVE
  jumpedOver(1); inSwitch(2); behindLabel(3); cleanUps(5);
  if (cleaned != 8 || computed(0) != 23 || returned(2).a[0] != 2 || returned(8).a[0] != 9) return *(int *)0;
  { int k = 5, *q = &(int){3}, *v = (int[]){k, 2}; *q += k; r = *q + v[1] + make(2).a[1] + ({ struct S t = make(4); t; }).a[2]; }
  for (int i = 0; i < 2; i++) { int *l = &(int){i}; *l += 1; if (*l != i + 1) return *(int *)0; }
  if (r != 8 + 2 + 3 + 6) return *(int *)0;
#else
  if (n == 1) { jumpedOver(1); r = *held; }
  if (n == 2) { inSwitch(2); r = *held; }
  if (n == 3) { behindLabel(3); r = *held; }
  if (n == 4) { literals(4); r = *held; }
  if (n == 5) { literals(5); r = *held; }
  if (n == 6) { literals(6); r = *held; }
  if (n == 7) { literals(7); r = *held; }
  if (n == 8) { literals(8); r = *held; }
  if (n == 9) { temporaries(9); r = *held; }
  if (n == 12) { int *p = 0; switch (n) { int y; case 12: p = &y; y = 1; } r = *p; }
  if (n == 13) { int *p; goto f; { int u; f: p = &u; *p = 1; goto g; } g: r = *p; }
  if (n == 14) { int *p = 0; switch (n) { int y; case 14: { p = &y; *p = 1; } r = *p; } }
  if (n == 10) { if (n) held = &(int){1}; r = *held; }
#endif
  return 0;
}
