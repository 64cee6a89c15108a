// The counter is a member beside a pointer.
// models: 32 64
// verdict: false
extern void reach_error(void);

struct s {
  int *p;
  int n;
};
int main(void) {
  int a = 1;
  struct s s = {&a, 500000}, *q = &s;
  for (int i = 0; i < 700000; i++) q->n++;
  if (s.n == 1200000 && *s.p == 1) reach_error();
  return 0;
}
