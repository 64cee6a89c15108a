// Loops that end, or do not, because numbers wrap around.
// check: --property termination -D CASE=1
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=2
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=3
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=4
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=5
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=6
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=7
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=8
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=9
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=10
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=11
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=12
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=13
// expect: status 1: verdict: false(termination)
// check: --property termination --engine nontermination --timeout 5 -D CASE=14
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 5 -D CASE=15
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 5 -D CASE=16
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 5 -D CASE=17
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 5 -D CASE=18
// expect: status 2: verdict: unknown
// check: --property termination --timeout 1 -D CASE=19
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=20
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=21
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=22
// expect: no: verdict: false
// native: no (does not end)
#include <limits.h>
int nondet(void) { extern int __VERIFIER_nondet_int(void); return __VERIFIER_nondet_int(); }
int main(void) {
#if CASE == 1 // no number is larger than the largest
  unsigned i = 0; while (i <= UINT_MAX) i++;
#elif CASE == 2 // steps that jump over the bound
  unsigned x = 1; while (x != 0) x -= 2;
#elif CASE == 3 // steps of four from an odd number
  unsigned x = nondet(); while (x != 1024) x += 4;
#elif CASE == 4 // a short counter
  unsigned short s = 0; while (s < 65536) s++;
#elif CASE == 5 // a factor that keeps the last bit
  unsigned x = 1; while (x) x *= 3;
#elif CASE == 6 // numbers without sign are not negative
  for (unsigned i = 10; i >= 0; i--) {}
#elif CASE == 7 // the same in 64 bits
  for (unsigned long i = 10; i + 1 > i || i == ULONG_MAX; i--) {}
#elif CASE == 8 // two counters that stay together
  unsigned x = 0, s = 0; while (s == 2 * x) { x++; s += 2; }
#elif CASE == 9 // a bit-field
  struct { unsigned b : 3; } s = {0}; while (s.b < 8) s.b++;
#elif CASE == 10 // a bit that stays
  unsigned x = nondet(); while (x & 1) x += 2;
#elif CASE == 11 // a sum that a float does not notice
  float f = 16777210.0f; while (f < 1e9f) f += 1.0f;
#elif CASE == 12 // a difference that small numbers do not have
  unsigned char a = nondet(), b = nondet(); while (a - b != 300) { a++; b += 3; }
#elif CASE == 13 // a counter that jumps over its bound both ways
  unsigned x = nondet(); while (x != 7) x = x > 100 ? 2 : x + 3;
#elif CASE == 14 // a bit that is shifted out
  unsigned x = 1; while (x) x <<= 1;
#elif CASE == 15 // steps of three meet every number
  unsigned short x = 1; while (x != 0) x -= 3;
#elif CASE == 16 // a signed char becomes negative
  signed char c = 1; while (c > 0) c++;
#elif CASE == 17 // a factor that moves bits out
  unsigned x = 3; while (x) x *= 6;
#elif CASE == 18 // a counter that wraps around to its bound
  unsigned short i = 5; while (i != 4) i++;
#elif CASE == 19 // a signed counter that overflows
  int i = 0; while (i >= 0) i = (i + 1) & INT_MAX;
#elif CASE == 20 // a signed counter that jumps over its bound
  int i = 1; while (i != 0) i += 2;
#elif CASE == 21 // a product that overflows
  int x = 3; while (x != 0) x *= 3;
#elif CASE == 22 // the smallest number has no opposite
  int x = INT_MIN; while (x < 0) x = -x;
#endif
  return 0;
}
