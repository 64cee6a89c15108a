// Signed arithmetic that does not fit, and shifts by negative or too large exponents.
// run: -p no-overflow --inputs 0,2147483647,1
// expect: error(no-overflow) at line 64
// run: -p no-overflow --inputs 0,2147483646,1
// expect: exit 0
// run: -p no-overflow --inputs 1,-2147483648,1
// expect: error(no-overflow) at line 65
// run: -p no-overflow --inputs 1,-2147483647,1
// expect: exit 0
// run: -p no-overflow --inputs 2,65536,32768
// expect: error(no-overflow) at line 66
// run: -p no-overflow --inputs 2,65536,-32768
// expect: exit 0
// run: -p no-overflow --inputs 3,-2147483648,-1
// expect: error(no-overflow) at line 67
// run: -p no-overflow --inputs 3,2147483647,-1
// expect: exit 0
// run: -p no-overflow --inputs 4,-2147483648,-1
// expect: error(no-overflow) at line 68
// run: -p no-overflow --inputs 5,-2147483648,0
// expect: error(no-overflow) at line 69
// run: -p no-overflow --inputs 5,2147483647,0
// expect: exit 0
// run: -p no-overflow --inputs 6,1,32
// expect: error(no-overflow) at line 70
// run: -p no-overflow --inputs 6,1,-1
// expect: error(no-overflow) at line 70
// run: -p no-overflow --inputs 6,3,31
// expect: error(no-overflow) at line 70
// run: -p no-overflow --inputs 6,1,30
// expect: exit 0
// run: -p no-overflow --inputs 7,1,32
// expect: error(no-overflow) at line 71
// run: -p no-overflow --inputs 7,-1,31
// expect: exit 0
// run: -p no-overflow --inputs 7,-1,31
// expect: exit 0
// run: -p no-overflow --inputs 8,2147483647,0
// expect: error(no-overflow) at line 72
// run: -p no-overflow --inputs 9,-2147483648,0
// expect: error(no-overflow) at line 73
// run: -p no-overflow --inputs 10,2147483647,2147483647
// expect: exit 0
// run: -p no-overflow --inputs 11,2147483647,1
// expect: exit 0
// run: -p no-overflow --inputs 12,127,1
// expect: exit 0
// run: -p no-overflow --inputs 13,2147483647,2
// expect: error(no-overflow) at line 77
// run: -p unreach-call --inputs 0,2147483647,1
// expect: exit 0
// run: -m 32 -p no-overflow --inputs 14,2147483647,1
// expect: error(no-overflow) at line 78
// run: -m 64 -p no-overflow --inputs 14,2147483647,1
// expect: exit 0
// native: no (the results are not defined)
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int which = __VERIFIER_nondet_int(), a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  int r = 0;
  signed char c = a;
  switch (which) {
  case 0: r = a + b; break;
  case 1: r = a - b; break;
  case 2: r = a * b; break;
  case 3: r = a / b; break;
  case 4: r = a % b; break;
  case 5: r = -a; break;
  case 6: r = a << b; break;
  case 7: r = a >> b; break;
  case 8: a++; break;
  case 9: --a; break;
  case 10: r = (unsigned)a + (unsigned)b; break;
  case 11: r = (short)(a * 1LL + b); break;
  case 12: c += b; break;
  case 13: a *= b; break;
  case 14: r = (long)a + b > 0; break;
  }
  return 0;
}
