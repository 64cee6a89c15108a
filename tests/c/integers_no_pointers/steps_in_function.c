// A function moves the counter.
// models: 32 64
// verdict: false
extern void reach_error(void);

static int next(int x) { return x + 7; }
int main(void) {
  int x = 400000, n = 0;
  while (x < 1500000) {
    x = next(x);
    n++;
  }
  if (n == 157143) reach_error();
  return 0;
}
