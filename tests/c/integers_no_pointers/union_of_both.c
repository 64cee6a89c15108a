// A member of a union holds a pointer, then a number that counts.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);

union u {
  int *p;
  unsigned n;
};
int main(void) {
  int a = 1;
  union u u;
  u.p = &a;
  *u.p = 2;
  u.n = 500000;
  for (int i = 0; i < 300000; i++) u.n++;
  if (u.n == 800000 && a == 2) reach_error();
  return 0;
}
