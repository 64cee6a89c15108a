// What kind of triangle three lengths make.
// Tests cover 30 of 30 branches.
extern int __VERIFIER_nondet_int(void);

enum kind { NONE, EQUILATERAL, ISOSCELES, RIGHT, SCALENE };

static enum kind triangle(int a, int b, int c) {
  if (a <= 0 || b <= 0 || c <= 0) return NONE;
  if (a > 1000 || b > 1000 || c > 1000) return NONE;
  if (a + b <= c || b + c <= a || c + a <= b) return NONE;
  if (a == b && b == c) return EQUILATERAL;
  if (a == b || b == c || c == a) return ISOSCELES;
  if (a * a + b * b == c * c) return RIGHT;
  return SCALENE;
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  return triangle(a, b, c);
}
