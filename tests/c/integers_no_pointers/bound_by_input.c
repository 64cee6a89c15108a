// A counter stays between its bounds, which lie in two objects, if numbers were objects.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int low = 300000, high = 900000, x = low;
  while (__VERIFIER_nondet_int()) {
    if (x < high) x++;
  }
  if (x < low || x > high) reach_error();
  return 0;
}
