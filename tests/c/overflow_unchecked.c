// Signed operations that clang's own checks pass over: an increment of a bit-field is an addition in int, and complex
// integers and vectors have parts.
// run: -p no-overflow --inputs 0
// expect: exit 0
// run: -p no-overflow --inputs 1
// expect: error(no-overflow) at line 37
// run: -p no-overflow --inputs 2
// expect: error(no-overflow) at line 38
// run: -p no-overflow --inputs 3
// expect: exit 0
// run: -p no-overflow --inputs 4
// expect: unsupported at line 40
// run: -p no-overflow --inputs 5
// expect: error(no-overflow) at line 41
// run: -p no-overflow --inputs 6
// expect: exit 0
// run: -p no-overflow --inputs 7
// expect: error(no-overflow) at line 43
// run: -p no-overflow --inputs 8
// expect: error(no-overflow) at line 44
// run: -p no-overflow --inputs 9
// expect: exit 0
// native: no (operations overflow)
extern int __VERIFIER_nondet_int(void);
typedef int four __attribute__((vector_size(16)));
typedef unsigned natural __attribute__((vector_size(16)));
struct fields {
  unsigned wide : 31, flag : 1;
} s;
int main(void) {
  int which = __VERIFIER_nondet_int();
  _Complex int z = 70000;
  four v = {0x7fffffff};
  natural u = {0xffffffff};
  s.wide = which == 0 ? 0x7ffffffe : 0x7fffffff;
  switch (which) {
  case 1: return s.wide++;
  case 2: ++s.wide; break;
  case 3: s.wide--; break;
  case 4: z *= z; break;
  case 5: v += 1; break;
  case 6: u = u * u + 1; break;
  case 7: return (-(v - 0x7fffffff - 1))[1];
  case 8: u >>= 32; break;
  case 9: v -= 1; v = (v & 0x3fffffff) << 1; break;
  default: s.wide++; return s.wide != 0x7fffffff;
  }
  return 0;
}
