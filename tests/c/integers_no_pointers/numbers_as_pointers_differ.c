// Two numbers with the same low bits are two pointers.
// models: 32 64
// verdict: false, if any
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char *p = (char *)0x40000004, *q = __VERIFIER_nondet_int() ? (char *)0x50000004 : p;
  if (p != q) reach_error();
  return 0;
}
