// What overflows is told with its operands and its exact result.
// run: -p no-overflow --inputs 0,2147483647,1
// expect: error(no-overflow) at line 24: 2147483647 + 1 = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 1,-2147483648,5
// expect: error(no-overflow) at line 26: -2147483648 - 5 = -2147483653 does not fit 32 bits
// run: -p no-overflow --inputs 2,65536,65536
// expect: error(no-overflow) at line 28: 65536 * 65536 = 4294967296 does not fit 32 bits
// run: -p no-overflow --inputs 3,-2147483648,0
// expect: error(no-overflow) at line 30: = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 4,3,31
// expect: error(no-overflow) at line 32: 3 << 31 = 6442450944 does not fit 32 bits
// run: -p no-overflow --inputs 5,2147483647,0
// expect: error(no-overflow) at line 34: 2147483647 + 1 = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 6,0,-2147483648
// expect: error(no-overflow) at line 26: 0 - (-2147483648) = 2147483648 does not fit 32 bits
// native: no (overflow is undefined)


extern int __VERIFIER_nondet_int(void);

int main(void) {
  int which = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), z = 0;
  if (which == 0)
    z = x + y;
  else if (which == 1 || which == 6)
    z = x - y;
  else if (which == 2)
    z = x * y;
  else if (which == 3)
    z = -x;
  else if (which == 4)
    z = x << y;
  else
    x++;
  return z == x;
}
