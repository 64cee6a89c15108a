// A value that nobody uses has been computed, and what was read for it has been read.
// run: -p valid-deref --inputs 0,1
// expect: exit 0
// run: -p valid-deref --inputs 1,0
// expect: error(valid-deref) at line 39
// run: -p valid-deref --inputs 2,0
// expect: error(valid-deref) at line 40
// run: -p valid-deref --inputs 3,0
// expect: error(valid-deref) at line 41
// run: -p valid-deref --inputs 4,0
// expect: error(valid-deref) at line 42
// run: -p valid-deref --inputs 5,0
// expect: error(valid-deref) at line 43
// run: -p valid-deref --inputs 6,0
// expect: error(valid-deref) at line 44
// run: -p valid-deref --inputs 7,0
// expect: error(valid-deref) at line 45
// run: -p division-by-zero --inputs 8,0
// expect: error(division-by-zero) at line 46
// run: -p division-by-zero --inputs 9,0
// expect: error(division-by-zero) at line 47
// run: -p division-by-zero --inputs 10,0
// expect: error(division-by-zero) at line 48
// run: -p division-by-zero --inputs 11,0
// expect: error(division-by-zero) at line 49
// run: -p no-overflow --inputs 12,-1
// expect: error(no-overflow) at line 50
// native: no (what goes wrong is undefined)
extern int __VERIFIER_nondet_int(void);
struct small { short v[3]; };
struct large { struct small s; long w[6]; };
static long byValue(struct large b) { return b.w[0]; }
static long variadic(int n, ...) { return n; }
int main(void) {
  int which = __VERIFIER_nondet_int(), ok = __VERIFIER_nondet_int();
  struct large object = {{{1}}, {2}}, *p = ok ? &object : 0;
  _Complex double z = 1, *c = ok ? &z : 0;
  switch (which) {
  case 1: p->s; break;
  case 2: (void)*p; break;
  case 3: ok = (p->s, 3); break;
  case 4: ok ? object : *p; break;
  case 5: *c; break;
  case 6: byValue(*p); break;
  case 7: variadic(1, *p); break;
  case 8: 10 / ok; break;
  case 9: (void)(10u % ok); break;
  case 10: 10 / 0; break;
  case 11: if (1 / 0) ok = 2; break;
  case 12: (-2147483647 - 1) % ok; break;
  }
  return 0;
}
