// A counter that begins far away is moved step by step, in a second phase.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  int x = 0, y = 500000;
  while (x < 1000000) {
    if (x < 500000) {
      x = x + 1;
    } else {
      x = x + 1;
      y = y + 1;
    }
  }
  if (y == x) reach_error();
  return 0;
}
