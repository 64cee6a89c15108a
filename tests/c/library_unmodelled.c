// A function of the system without model is an obstacle, and named; one of the program without body is not.
// check: -p assert -D SYSTEM
// expect: status 2: the library function 'statvfs', which has no model
// check: -p assert -D NEVER
// expect: status 0: verdict: true
// check: -p valid-deref -D VARIABLE
// expect: status 2: the library's variable 'environ'
// check: -p assert -D OTHER
// expect: status 1: verdict: false(assert)
// check: -p assert
// expect: status 0: verdict: true
// native: no (functions without body)
#include <assert.h>
int __VERIFIER_nondet_int(void);
extern int statvfs(const char *, void *);
extern char **environ;
extern int kill(int); // a program's own: POSIX's has two parameters
extern void fatal(void) __attribute__((noreturn));
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef SYSTEM
  char buffer[200] = {0};
  assert(statvfs("/", buffer) <= 0);
#elif defined NEVER
  if (x > 0 && x < 0) statvfs("", 0);
  assert(x > 0 || x <= 0);
#elif defined VARIABLE
  return environ[0] != 0;
#elif defined OTHER
  assert(kill(x) == 0);
#else
  if (x > 5) fatal();
  assert(x <= 5);
#endif
}
