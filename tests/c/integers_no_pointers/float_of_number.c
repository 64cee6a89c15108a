// A number becomes a float and back, and counts.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  int x = 400000;
  for (int i = 0; i < 200000; i++) x++;
  double d = x;
  if ((int)d == 600000) reach_error();
  return 0;
}
