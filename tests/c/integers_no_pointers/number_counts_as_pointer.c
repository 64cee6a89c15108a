// A number that is a constant becomes a void pointer, and counts as a number.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);

static void *next(void *a) { return (void *)((long)a + 1); }
int main(void) {
  void *x = (void *)50331636L;
  for (int k = 0; k < 14; k++) x = next(x);
  if ((int)(long)x == 50331650) reach_error();
  return 0;
}
