// Loops that keep inequalities between several variables, with factors: found by polyhedra, confirmed by a second solver. No
// other source of invariants has them.
// check: -D CASE=1 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=2 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=3 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=4 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=5 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=6 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=7 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=8 --engine polyhedra --certify z3 -p unreach-call
// expect: status 0: (confirmed by z3)
// check: -D CASE=6 -D WRONG --engine bmc -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// native: no (no runs)
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define CHECK(condition) \
  if (!(condition)) reach_error()

// What is spent and what is left.
#if CASE == 1
int main(void) {
  int fuel = __VERIFIER_nondet_int(), left = fuel, a = 0, b = 0;
  if (fuel < 0 || fuel > 1000000) return 0;
  while (left >= 3) {
    if (__VERIFIER_nondet_int()) {
      left -= 3;
      a++;
    } else {
      left -= 2;
      b++;
    }
  }
  CHECK(3 * a + 2 * b <= fuel);
}
#endif

// The same, with a third way to spend that nothing counts.
#if CASE == 2
int main(void) {
  int fuel = __VERIFIER_nondet_int(), left = fuel, a = 0, b = 0;
  if (fuel < 0 || fuel > 1000000) return 0;
  while (left >= 5) {
    int way = __VERIFIER_nondet_int();
    if (way == 1) {
      left -= 3;
      a++;
    } else if (way == 2) {
      left -= 2;
      b++;
    } else {
      left -= 5;
    }
  }
  CHECK(3 * a + 2 * b <= fuel);
}
#endif

// Two numbers grow by turns; what they have grown to is paid back by one loop for each.
#if CASE == 3
int main(void) {
  int n = __VERIFIER_nondet_int(), a = 0, b = 0, paid = 0;
  if (n < 0 || n > 1000000) return 0;
  for (int i = 0; i < n; i++)
    if (__VERIFIER_nondet_int())
      a++;
    else
      b += 2;
  while (a > 0) {
    a--;
    paid += 2;
  }
  while (b > 0) {
    b--;
    paid++;
  }
  CHECK(paid <= 2 * n);
}
#endif

// Halbwachs' car: metres in a second are limited.
#if CASE == 4
int main(void) {
  int seconds = 0, metres = 0, speed = 0;
  while (seconds < 1000000 && __VERIFIER_nondet_int()) {
    if (__VERIFIER_nondet_int()) {
      if (speed < 3) {
        speed++;
        metres++;
      }
    } else {
      seconds++;
      speed = 0;
    }
  }
  CHECK(metres <= 3 * seconds + 3);
}
#endif

// Two phases: a disjunction by loop path.
#if CASE == 5
int main(void) {
  int x = 0, y = 500000, z = 0;
  while (x < 1000000) {
    if (x >= 500000) y++;
    x++;
    if (__VERIFIER_nondet_int()) z++;
  }
  CHECK(y == 1000000 && z <= y);
}
#endif

// What is written for what is read.
#if CASE == 6
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), read = 0, written = 0, escaped = 0;
  if (n > 1000000) return 0;
  while (read < n) {
    unsigned c = __VERIFIER_nondet_uint();
    read++;
    if (c == 34) {
      written += 2;
      escaped++;
    } else if (c < 32) {
      written += 4;
      escaped++;
    } else {
      written++;
    }
  }
#ifdef WRONG
  CHECK(written < n + 3 * escaped);
#else
  CHECK(n + escaped <= written && written <= n + 3 * escaped);
#endif
}
#endif

// Cousot and Halbwachs' loop, with a counter, in 64 bits.
#if CASE == 7
int main(void) {
  long long i = 2, j = 0;
  int n = __VERIFIER_nondet_int();
  for (int k = 0; k < n; k++)
    if (__VERIFIER_nondet_int()) {
      i += 4;
    } else {
      i += 2;
      j++;
    }
  if (j >= 1000) CHECK(i >= 2002);
}
#endif

// A queue: what was put and what was got differ by its length, and what both cost is counted.
#if CASE == 8
int main(void) {
  int put = 0, got = 0, length = 0, cost = 0;
  for (int i = 0; i < 10000000; i++) {
    if (__VERIFIER_nondet_int() && length < 100) {
      length++;
      put++;
      cost += 2;
    } else if (length > 0) {
      length--;
      got++;
      cost++;
    }
  }
  CHECK(cost + length <= 3 * put && 3 * got <= cost);
}
#endif
