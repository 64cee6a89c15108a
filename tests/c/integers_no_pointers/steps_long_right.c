// A difference of numbers beyond 2^40 stays the same when both are moved.
// models: 64
// verdict: true
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned long x = 0x18000000000ul, y = 0x28000000000ul;
  unsigned n = __VERIFIER_nondet_uint();
  for (unsigned i = 0; i < n; i++) {
    x += 3;
    y += 3;
  }
  if (y - x != 0x10000000000ul) reach_error();
  return 0;
}
