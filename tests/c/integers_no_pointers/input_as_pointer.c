// An input travels as a void pointer, and back.
// models: 32 64
// verdict: true
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), a[2] = {1, 2};
  void *p = (void *)(long)n;
  a[0] = 3;
  if ((int)(long)p != n || a[0] != 3) reach_error();
  return 0;
}
