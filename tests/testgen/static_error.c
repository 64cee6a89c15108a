// The error function is the program's own, and goes on.
extern int __VERIFIER_nondet_int(void);

static int calls;
static void reach_error(void) { calls++; }

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  if (x > 1000 && y == x * 3 && (x ^ y) % 1000 == 18) reach_error();
  while (1) {
  }
}
