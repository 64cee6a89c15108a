// Loops that compute polynomials: the equation that they keep is found, printed in C, and confirmed by a second solver.
// Whatever overflows, it holds: numbers are those of 32 and of 64 bits.
// check: -D CASE=1 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=1 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=2 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=2 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=3 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=3 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=4 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=4 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=5 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=5 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=6 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=6 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=7 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=7 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=8 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=8 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=9 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=9 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=10 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=10 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=11 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=11 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=12 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=12 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=13 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=13 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=14 -D T=unsigned --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=14 -D T='unsigned long long' -D INPUT=__VERIFIER_nondet_ulonglong --engine kiki --certify z3 --timeout 20 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=1 -D T=unsigned -D WRONG --timeout 20 -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -D CASE=6 -D T=unsigned -D WRONG --timeout 20 -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -D CASE=13 -D T=unsigned -D WRONG --timeout 20 -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// native: no (every case is a program of its own)
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef INPUT
#define INPUT __VERIFIER_nondet_uint
#endif
#ifdef WRONG
#define CHECK(c) if (!(c) || __VERIFIER_nondet_ulonglong() == 7) reach_error()
#else
#define CHECK(c) if (!(c)) reach_error()
#endif
int main(void) {
#if CASE == 1 // sum of numbers
  T n = INPUT(), i = 0, s = 0;
  for (;;) {
    CHECK(2 * s == i * i + i);
    if (!(i < n)) break;
    i++; s += i;
  }
#elif CASE == 2 // sum of squares
  T n = INPUT(), i = 0, s = 0;
  for (;;) {
    CHECK(6 * s == i * (i + 1) * (2 * i + 1));
    if (!(i < n)) break;
    i++; s += i * i;
  }
#elif CASE == 3 // sum of cubes
  T n = INPUT(), i = 0, s = 0;
  for (;;) {
    CHECK(4 * s == i * i * (i + 1) * (i + 1));
    if (!(i < n)) break;
    i++; s += i * i * i;
  }
#elif CASE == 4 // integer square root
  T n = INPUT(), a = 0, s = 1, t = 1;
  for (;;) {
    CHECK(s == (a + 1) * (a + 1) && t == 2 * a + 1);
    if (!(s <= n)) break;
    a++; t += 2; s += t;
  }
#elif CASE == 5 // product by addition
  T n = INPUT(), x = INPUT(), i = 0, p = 0;
  for (;;) {
    CHECK(p == i * x);
    if (!(i < n)) break;
    i++; p += x;
  }
#elif CASE == 6 // extended Euclid
  T x = INPUT(), y = INPUT(), a = x, b = y, p = 1, q = 0, r = 0, s = 1;
  for (;;) {
    CHECK(a == p * x + r * y && b == q * x + s * y);
    if (!(b != 0)) break;
    T c = a / b, t = a - c * b; a = b; b = t; t = p - c * q; p = q; q = t; t = r - c * s; r = s; s = t;
  }
#elif CASE == 7 // geometric sum
  T n = INPUT(), z = INPUT(), i = 0, x = 0, y = 1;
  for (;;) {
    CHECK(x * (z - 1) == y - 1);
    if (!(i < n)) break;
    i++; x = x * z + 1; y *= z;
  }
#elif CASE == 8 // Cassini's identity of Fibonacci numbers
  T n = INPUT(), i = 0, a = 0, b = 1, g = 1;
  for (;;) {
    CHECK(b * b - a * b - a * a == g);
    if (!(i < n)) break;
    i++; T t = a + b; a = b; b = t; g = -g;
  }
#elif CASE == 9 // geometric sum from the other end
  T n = INPUT(), z = INPUT(), i = 1, x = 1, y = z;
  for (;;) {
    CHECK(1 + x * z - x - y == 0);
    if (!(i < n)) break;
    i++; x += y; y *= z;
  }
#elif CASE == 10 // cubes by differences
  T n = INPUT(), i = 0, x = 0, y = 1, z = 6;
  for (;;) {
    CHECK(x == i * i * i && y == 3 * i * i + 3 * i + 1);
    if (!(i < n)) break;
    i++; x += y; y += z; z += 6;
  }
#elif CASE == 11 // division by subtraction
  T n = INPUT(), d = INPUT(), q = 0, r = n;
  for (;;) {
    CHECK(q * d + r == n);
    if (!(r >= d)) break;
    q++; r -= d;
  }
#elif CASE == 12 // greatest divisor and least multiple
  T a = INPUT(), b = INPUT(), x = a, y = b, u = b, v = a;
  for (;;) {
    CHECK(x * u + y * v == 2 * a * b);
    if (!(x != y)) break;
    if (x > y) { x -= y; v += u; } else { y -= x; u += v; }
  }
#elif CASE == 13 // sum of squares, behind the loop
  T n = INPUT(), i = 0, s = 0;
  while (i < n) {
    i++; s += i * i;
  }
  CHECK(6 * s == n * (n + 1) * (2 * n + 1));
#elif CASE == 14 // product by addition, behind the loop
  T n = INPUT(), x = INPUT(), i = 0, p = 0;
  while (i < n) {
    i++; p += x;
  }
  CHECK(p == n * x);
#endif
  return 0;
}
