// A checksum over an array of numbers that look like addresses.
// models: 32 64
// verdict: false
extern void reach_error(void);

unsigned a[4] = {393216, 655360, 917504, 1179648};
int main(void) {
  unsigned sum = 0;
  for (int i = 0; i < 4; i++) sum += a[i];
  if (sum == 3145728) reach_error();
  return 0;
}
