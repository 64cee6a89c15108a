// Two counters beside an array that is written; both leave what would be the window of an object.
// models: 32 64
// verdict: false, if any
// inputs: 150000
extern void reach_error(void);
extern unsigned __VERIFIER_nondet_uint(void);

int g[10];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), y = 300000, z = 300000;
  for (unsigned i = 0; i < n; i++) {
    y += 2;
    z += 3;
    g[i % 10] = 1;
  }
  if (y == 600000 && z == 750000) reach_error();
  return 0;
}
