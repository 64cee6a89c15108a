// A hash by shifts and sums.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  const char *s = "integers";
  unsigned h = 5381;
  for (int i = 0; s[i]; i++) h = h * 33 + (unsigned char)s[i];
  if (h == 2351825126u) reach_error();
  return 0;
}
