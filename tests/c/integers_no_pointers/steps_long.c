// Numbers beyond 2^40 are numbers, too.
// models: 64
// verdict: false
extern void reach_error(void);

int main(void) {
  unsigned long x = 0x18000000000ul, n = 0;
  while (n < 1000) {
    x += 0x100000000ul;
    n++;
  }
  if (x == 0x18000000000ul + 1000 * 0x100000000ul) reach_error();
  return 0;
}
