// Starts another process, which is not modelled.
#include <assert.h>
#include <unistd.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int tries = __VERIFIER_nondet_int();
  if (tries > 3 && fork() == 0) return 1;
  assert(tries != 2 || tries < 3);
  return 0;
}
