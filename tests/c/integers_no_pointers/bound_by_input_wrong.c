// The counter gets past its bound by one.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  int high = 300100, x = 300000;
  for (int i = 0; i < 1000; i++) {
    if (x <= high) x++;
  }
  if (x > high) reach_error();
  return 0;
}
