// Counters in an array.
// models: 32 64
// verdict: false
extern void reach_error(void);

unsigned c[2] = {300000, 300001};
int main(void) {
  for (int i = 0; i < 500000; i++) {
    c[0] += 1;
    c[1] += 2;
  }
  if (c[0] == 800000 && c[1] == 1300001) reach_error();
  return 0;
}
