// Over the integers these loops keep an inequality; in C they do not, because a number wraps around. Polyhedra propose it, and
// nobody may believe it.
// check: -D CASE=1 --engine polyhedra -p unreach-call
// expect: status 2: verdict: unknown
// check: -D CASE=1 --engine kiki -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -D CASE=2 --engine polyhedra -p unreach-call
// expect: status 2: verdict: unknown
// check: -D CASE=3 --engine polyhedra -p unreach-call
// expect: status 2: verdict: unknown
// check: -D CASE=3 --engine kiki -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// native: no (no runs)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define CHECK(condition) \
  if (!(condition)) reach_error()

int main(void) {
#if CASE == 1 // The sum of two bytes is a byte.
  unsigned char x = 200, y = 0, z = 0;
  while (y < 100) {
    x++;
    y++;
    if (__VERIFIER_nondet_int()) z++;
  }
  CHECK(z + 200 <= x);
#elif CASE == 2 // x passes 2^32 when nothing counts any more.
  unsigned x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    x += 3;
    if (__VERIFIER_nondet_int()) y++;
  }
  CHECK(3 * (unsigned long long)y <= x);
#else // n may be so large that twice as much is small.
  unsigned n = __VERIFIER_nondet_uint(), i = 0, two = 2147483648u;
  if (n > 3) return 0;
  while (i < n) {
    i++;
    two += 1073741824u;
  }
  CHECK(two >= i);
  CHECK(two >= 2147483648u);
#endif
}
