// A counter in steps of three stays a multiple of three, wherever it gets to.
// models: 32 64
// verdict: true, if any
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 393216, n = __VERIFIER_nondet_uint();
  if (n > 1000000) return 0;
  for (unsigned i = 0; i < n; i++) x += 3;
  if (x < 393216) reach_error();
  return 0;
}
