// Begins with the bits of an address; what an array holds stays what it was.
// models: 32
// verdict: true
extern void reach_error(void);

int a[4];
int main(void) {
  unsigned x = 393216;
  a[0] = 1;
  for (int i = 0; i < 1000; i++) {
    x += 4;
    a[1] = (int)x;
  }
  if (a[0] != 1) reach_error();
  return 0;
}
