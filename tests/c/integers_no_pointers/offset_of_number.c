// A number is used as an offset in two steps.
// models: 32 64
// verdict: false
extern void reach_error(void);

int a[200000];
int main(void) {
  int i = 150000;
  for (int k = 0; k < 40000; k++) i++;
  a[i] = 1;
  if (a[190000] == 1) reach_error();
  return 0;
}
