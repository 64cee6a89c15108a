// The average of two numbers, wrong for large ones: the sum overflows.
// Tests cover 2 of 2 branches.
extern int __VERIFIER_nondet_int(void);

static int average(int a, int b) { return (a + b) / 2; }

int main(void) {
  int a = __VERIFIER_nondet_int();
  return average(a, 1) < a ? 0 : 1;
}
