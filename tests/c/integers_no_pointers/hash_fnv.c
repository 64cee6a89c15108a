// A hash by products.
// models: 32 64
// verdict: false
extern void reach_error(void);

int main(void) {
  const char *s = "pointers";
  unsigned h = 2166136261u;
  for (int i = 0; s[i]; i++) h = (h ^ (unsigned char)s[i]) * 16777619u;
  if (h == 2286683931u) reach_error();
  return 0;
}
