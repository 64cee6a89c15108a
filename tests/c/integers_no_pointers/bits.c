// A number that looks like an address is taken apart and put together.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = 300000 + (__VERIFIER_nondet_uint() & 0xffff), high = x >> 16, low = x & 0xffff, y = 0;
  for (unsigned i = 0; i < high; i++) y += 0x10000;
  if (y + low != x) reach_error();
  return 0;
}
