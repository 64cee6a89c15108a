// 17 branches on inputs, whose outcomes are all remembered: 131,072 states that have nothing in common at the end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned mask = 0;
  for (int i = 0; i < 17; i++) {
    int input = __VERIFIER_nondet_int();
    if (input > 100) mask |= 1u << i;
  }
  if (mask >> 17) reach_error();
  return 0;
}
