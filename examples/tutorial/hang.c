/* The sum of every incx-th element, as linear algebra packages have it. It hangs on one value of incx. */
extern int __VERIFIER_nondet_int(void);

static float sum(int n, const float *x, int incx) {
  float total = 0;
  for (int i = 0; incx < 0 ? i > -n : i < n; i += incx) total += x[incx < 0 ? -i : i];
  return total;
}

int main(void) {
  float x[4] = {1, 2, 3, 4};
  int incx = __VERIFIER_nondet_int();
  if (incx < -4 || incx > 4) return 0;
  return sum(4, x, incx) > 100;
}
