// The counter is a global of which a pointer knows.
// models: 32 64
// verdict: false
extern void reach_error(void);

int y = 500000;
int *where = &y;
int main(void) {
  int x = 0;
  while (x < 600000) {
    x = x + 1;
    if (x > 300000) *where = y + 1;
  }
  if (y == 800000) reach_error();
  return 0;
}
