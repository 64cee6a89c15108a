// An index that begins far away and comes back.
// models: 32 64
// verdict: true
extern void reach_error(void);

int a[4];
int main(void) {
  int i = 500000;
  while (i > 3) i -= 3;
  a[i] = 1;
  if (a[0] || a[1] || a[3] || i != 2) reach_error();
  return 0;
}
