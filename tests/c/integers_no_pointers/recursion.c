// A recursion counts.
// models: 32 64
// verdict: false
extern void reach_error(void);

static int count(int x, int n) { return n == 0 ? x : count(x + 5000, n - 1); }
int main(void) {
  if (count(300000, 100) == 800000) reach_error();
  return 0;
}
