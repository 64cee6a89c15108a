// A number travels as a void pointer, and back.
// models: 32 64
// verdict: true
extern void reach_error(void);

static void *put(long n) { return (void *)n; }
static long get(void *p) { return (long)p; }
int main(void) {
  void *p = put(500000);
  long n = get(p);
  for (int i = 0; i < 1000; i++) n++;
  if (n != 501000) reach_error();
  return 0;
}
