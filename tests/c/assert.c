// A failing assert: a violation of `assert`, an abort where only another property is checked.
// run: --inputs 1 -p assert
// expect: error(assert) at line 16
// run: --inputs 1
// expect: error(assert) at line 16
// run: --inputs 2
// expect: exit 0
// run: --inputs 1 -p parts/unreach_call.prp
// expect: abort
// run: -DNDEBUG
// expect: exit 0
// native: no (the first runs are violations)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  assert(__VERIFIER_nondet_int() != 1);
  return 0;
}
