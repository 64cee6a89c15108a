// The same, and the counters are never equal before the end.
// models: 32 64
// verdict: true
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
    if (x > y) reach_error();
  }
  return 0;
}
