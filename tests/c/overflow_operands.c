// What overflows is told with its operands and its exact result.
// run: -p no-overflow --inputs 0,2147483647,1
// expect: error(no-overflow) at line 36: 2147483647 + 1 = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 1,-2147483648,5
// expect: error(no-overflow) at line 38: -2147483648 - 5 = -2147483653 does not fit 32 bits
// run: -p no-overflow --inputs 2,65536,65536
// expect: error(no-overflow) at line 40: 65536 * 65536 = 4294967296 does not fit 32 bits
// run: -p no-overflow --inputs 3,-2147483648,0
// expect: error(no-overflow) at line 42: = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 4,3,31
// expect: error(no-overflow) at line 44: 3 << 31 = 6442450944 does not fit 32 bits
// run: -p no-overflow --inputs 5,2147483647,0
// expect: error(no-overflow) at line 50: 2147483647 + 1 = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 6,0,-2147483648
// expect: error(no-overflow) at line 38: 0 - (-2147483648) = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 4,3,32
// expect: error(no-overflow) at line 44: 3 << 32: the exponent is none of 0 to 31
// run: -p no-overflow --inputs 4,3,-1
// expect: error(no-overflow) at line 44: 3 << (-1): the exponent is none of 0 to 31
// run: -p no-overflow --inputs 4,-3,1
// expect: error(no-overflow) at line 44: -3 << 1: the left operand is negative
// run: -p no-overflow --inputs 7,-2147483648,-1
// expect: error(no-overflow) at line 46: -2147483648 / (-1) = 2147483648 does not fit 32 bits
// run: -p no-overflow --inputs 8,1,33
// expect: error(no-overflow) at line 48: by 33
// run: -p division-by-zero --inputs 7,5,0
// expect: error(division-by-zero) at line 46: division by zero: 5 / 0
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
  else if (which == 7)
    z = x / y;
  else if (which == 8)
    z = x >> y;
  else
    x++;
  return z == x;
}
