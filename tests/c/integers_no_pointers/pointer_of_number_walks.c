// A pointer made of a number walks, without access, and is a number again.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);

int main(void) {
  char *p = (char *)500000;
  for (int i = 0; i < 500000; i++) p++;
  if ((long)p == 1000000) reach_error();
  return 0;
}
