// No inputs: nothing but machine words. A sieve, a checksum over it, and a call in the innermost loop.
extern void reach_error(void);

static unsigned char composite[100000];

static unsigned mix(unsigned sum, unsigned value) { return (sum << 5 ^ sum >> 27) + value * 2654435761u; }

int main(void) {
  const unsigned n = sizeof composite;
  for (unsigned i = 2; i * i < n; i++) {
    if (composite[i]) continue;
    for (unsigned j = i * i; j < n; j += i) composite[j] = 1;
  }
  unsigned count = 0, sum = 0;
  for (unsigned round = 0; round < 10; round++) {
    count = 0;
    for (unsigned i = 2; i < n; i++) {
      sum = mix(sum, composite[i]);
      if (!composite[i]) count++;
    }
  }
  if (count != 9592 || sum == 0) reach_error();
  return 0;
}
