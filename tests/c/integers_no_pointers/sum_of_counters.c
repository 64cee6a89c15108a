// What one counter gains the other one loses.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 500000, y = 900000;
  while (__VERIFIER_nondet_int()) {
    x += 1;
    y -= 1;
  }
  if (x + y != 1400000) reach_error();
  return 0;
}
