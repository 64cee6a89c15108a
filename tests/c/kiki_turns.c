// A bug that is a few iterations deep, in a program on which the inductive step takes very long: neither waits for the
// other.
// check: --engine kiki --property unreach-call --timeout 60
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SIZE 16

// Of the upper half only.
static int weigh(const int *x) {
  long long sum = 0;
  int count = 0;
  for (int i = 0; i < SIZE; i++) {
    if (i > SIZE / 2) {
      sum += x[i];
      count++;
    }
  }
  return count == 0 ? 0 : (int)(sum / count);
}

int main(void) {
  int x[SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = __VERIFIER_nondet_int();
  const int before = weigh(x);
  const int first = x[0];
  for (int i = 0; i + 1 < SIZE; i++) x[i] = x[i + 1];
  x[SIZE - 1] = first;
  if (weigh(x) != before) reach_error();
  return 0;
}
