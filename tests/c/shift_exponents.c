// An exponent is negative or too large before it is converted, whatever is shifted, and in which direction.
// run: -p no-overflow --inputs 0,31
// expect: exit 0
// run: -p no-overflow --inputs 1,32
// expect: error(no-overflow) at line 46
// run: -p no-overflow --inputs 1,-1
// expect: error(no-overflow) at line 46
// run: -p no-overflow --inputs 2,32
// expect: error(no-overflow) at line 47
// run: -p no-overflow --inputs 3,32
// expect: error(no-overflow) at line 48
// run: -p no-overflow --inputs 4,40
// expect: error(no-overflow) at line 49
// run: -p no-overflow --inputs 5,1
// expect: error(no-overflow) at line 50
// run: -p no-overflow --inputs 6,40
// expect: exit 0
// run: -p no-overflow --inputs 6,64
// expect: error(no-overflow) at line 51
// run: -p no-overflow --inputs 7,4
// expect: exit 0
// run: -p no-overflow --inputs 7,28
// expect: error(no-overflow) at line 52
// run: -p no-overflow --inputs 8,100
// expect: exit 0
// run: -p no-overflow --inputs 8,127
// expect: error(no-overflow) at line 56
// run: -p no-overflow --inputs 9,7
// expect: exit 0
// run: -p no-overflow --inputs 9,32
// expect: error(no-overflow) at line 53
// run: -p no-overflow --inputs 10,30
// expect: exit 0
// run: -m 32 -p no-overflow --inputs 6,62
// expect: exit 0
// run: -m 32 -p no-overflow --inputs 6,63
// expect: error(no-overflow) at line 51
// native: no (what goes wrong is undefined)
extern int __VERIFIER_nondet_int(void);
struct bits { int f : 6; unsigned g : 3; };
int main(void) {
  int which = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
  struct bits b = {15, 7};
  switch (which) {
  case 0: return ((5 >> n) + (5u << n) + (0 << n) + (-1 >> n)) == 7;
  case 1: 5 >> n; break;
  case 2: (void)(5u << n); break;
  case 3: n = 0 << n; break;
  case 4: b.g >>= n; break;
  case 5: n = 1 << ((long long)n << 32); break;
  case 6: which = 1LL << n == 0; break;
  case 7: b.f <<= n; break;
  case 9: { signed char c = 1; c <<= n; which = c == -128; break; }
  case 10: b.f = 1; b.f <<= n; break;
#ifdef __SIZEOF_INT128__
  case 8: which = (__int128)1 << n == 0; break;
#endif
  }
  return 0;
}
