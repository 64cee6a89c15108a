// A choice between numbers that read as two objects, then steps.
// models: 32 64
// verdict: false
// inputs: 0
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int() ? 300000 : 600000;
  for (int i = 0; i < 400000; i++) x++;
  if (x == 1000000) reach_error();
  return 0;
}
