// A hash of an input has the low bit of what was hashed last.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned h = 400000;
  for (int i = 0; i < 3; i++) h = h * 2654435760u + (__VERIFIER_nondet_uint() & 1);
  if (h % 16 > 1) reach_error();
  return 0;
}
