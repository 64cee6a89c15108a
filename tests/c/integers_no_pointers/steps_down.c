// A counter goes down through what would be several objects.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  int x = 2000000, n = 0;
  while (x > 262144) {
    x -= 16;
    n++;
  }
  if (n == 108616) reach_error();
  return 0;
}
