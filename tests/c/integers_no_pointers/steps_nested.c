// Nested loops, one counter.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  int x = 262144;
  for (int i = 0; i < 1000; i++)
    for (int j = 0; j < 1000; j++) x++;
  if (x == 1262144) reach_error();
  return 0;
}
