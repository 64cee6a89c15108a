// Floats as integers that they do not fit, as x86 converts them; where compilers differ, any value.
// check: -p assert --timeout 20
// expect: status 0: verdict: true
// check: -p assert --timeout 20 -m 32
// expect: status 0: verdict: true
// run: -p assert
// expect: exit 0
// run: -p assert -m 32
// expect: exit 0
// check: -p unreach-call --timeout 20 -DNEGATIVE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DNEGATIVE -m 32
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DOPEN --native-replay off
// expect: status 2: a float as an integer that it does not fit
// check: -p unreach-call --timeout 20 -DOPEN -m 32 --native-replay off
// expect: status 2: a float as an integer that it does not fit
// check: -p unreach-call --timeout 20 -DFOLDED --native-replay off
// expect: status 2: an undefined value
// native: no (what the machine does)
#include <assert.h>
void reach_error(void) {}
extern double __VERIFIER_nondet_double(void);
typedef unsigned long long ull;

int main(void) {
  volatile double d = -20.25, large = 100000.0, huge = 9.3e18;
  volatile float f = -20.25f;
  volatile long double l = -20.25L, far = 100000.0L, nan = 0;
#if defined(NEGATIVE)
  double x = __VERIFIER_nondet_double();
  if (x < -5 && x > -7 && (ull)x == (ull)-6) reach_error();
#elif defined(OPEN) && __SIZEOF_POINTER__ == 8
  volatile double beyond = 1e30;
  if ((ull)beyond == 0) reach_error();
#elif defined(OPEN)
  if ((short)large == -32768) reach_error();
#elif defined(FOLDED)
  if ((unsigned char)300.0 == 255) reach_error();
#else
  assert((ull)d == (ull)-20 && (ull)f == (ull)-20 && (ull)l == (ull)-20);
  assert((unsigned)d == (unsigned)-20 && (unsigned)f == (unsigned)-20 && (unsigned)l == (unsigned)-20);
  assert((unsigned short)d == 65516 && (unsigned char)f == 236 && (unsigned char)l == 236);
  assert((ull)huge == 9300000000000000000ull && (long long)huge == (-9223372036854775807ll - 1));
  assert((int)huge == (-2147483647 - 1) && (int)(float)huge == (-2147483647 - 1));
  assert((short)far == -32768 && (signed char)far == 0 && (unsigned char)far == 0);
  assert((unsigned short)far == 34464 && (unsigned short)large == 34464 && (int)far == 100000);
  far = 5e9L;
  assert((unsigned)far == 705032704u && (short)far == -32768 && (unsigned short)far == 0);
  far = 1e30L;
  assert((ull)far == 0 && (long long)far == (-9223372036854775807ll - 1));
#if __SIZEOF_POINTER__ == 8
  assert((short)large == -31072 && (unsigned char)large == 160);
  large = -3e9;
  assert((unsigned)large == 1294967296u);
#endif
#endif
  return 0;
}
