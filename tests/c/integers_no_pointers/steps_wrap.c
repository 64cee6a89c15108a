// A counter begins where an object would be and wraps around to it again.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  unsigned x = 400000, rounds = 0;
  do {
    x += 1u << 20;
    rounds++;
  } while (x != 400000);
  if (rounds == 4096) reach_error();
  return 0;
}
