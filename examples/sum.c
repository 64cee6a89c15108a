// Adds up the numbers from 1 to n. The sum is right as long as it fits.
// Tests cover 5 of 6 branches; the sum is right.
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  unsigned sum = 0;
  if (n > 1000) return 0;
  for (unsigned i = 1; i <= n; i++) {
    sum += i;
  }
  if (2 * sum != n * (n + 1)) reach_error();
  return 0;
}
