// The error function may have a body: its call is the violation. A property file names it.
// run: -p unreach-call --inputs 0
// expect: error(unreach-call) at line 16
// run: -p parts/my_error.prp --inputs 1
// expect: error(unreach-call) at line 17
// run: -p parts/my_error.prp --inputs 0
// expect: abort
// run: -p no-overflow --inputs 1
// expect: exit 9
// native: yes
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { abort(); }
void my_error(void) { exit(9); }
static void fail(int n) {
  if (n == 0) reach_error();
  my_error();
}
int main(void) {
  fail(__VERIFIER_nondet_int());
  return 0;
}
