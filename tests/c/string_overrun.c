// The models check the memory that they touch.
// run: -p memsafety --inputs 4
// expect: error(valid-deref)
// run: -p memsafety --inputs 3
// expect: exit 0
// native: no (the first run is a violation)
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  char source[8], target[4];
  int n = __VERIFIER_nondet_int();
  memset(source, 'a', sizeof source);
  source[n] = 0;
  strcpy(target, source);
  return strlen(target) == 3 ? 0 : 1;
}
