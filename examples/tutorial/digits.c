/* How often a digit occurs in the numbers below a limit. */
extern unsigned __VERIFIER_nondet_uint(void);

static unsigned occurrences(unsigned limit, unsigned digit) {
  unsigned found = 0;
  for (unsigned number = 0; number < limit; number++)
    for (unsigned rest = number; rest != 0; rest /= 10)
      if (rest % 10 == digit) found++;
  return found;
}

int main(void) { return occurrences(__VERIFIER_nondet_uint(), 7) != 0; }
