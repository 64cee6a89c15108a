// Two counters in step have the same distance.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  unsigned x = 500000, y = 900000;
  while (__VERIFIER_nondet_int()) {
    x += 5;
    y += 5;
  }
  if (y - x != 400000) reach_error();
  return 0;
}
