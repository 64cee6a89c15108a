// What a header of the system declares is a function of the system, also if nobody has heard of it here.
// check: -p unreach-call -D HEADER
// expect: status 2: which has no model
// check: -p unreach-call -D CHECKED
// expect: status 2: which has no model
// check: -p unreach-call -D OWN
// expect: status 0: verdict: true
// native: no (for checking)
#define _GNU_SOURCE
#include <unistd.h>
#ifdef HEADER
#include <sys/xattr.h>
#endif
void reach_error(void) {}
void *__mempcpy_chk(void *, const void *, unsigned long, unsigned long);
int of_the_program(int *);
int main(void) {
  int x = 1, y = 2;
#ifdef HEADER
  if (getxattr("/", "name", &x, sizeof x) >= 0 && x != 1) reach_error();
#endif
#ifdef CHECKED
  __mempcpy_chk(&x, &y, 4, 4);
  if (x != 1) reach_error();
#endif
#ifdef OWN // which writes nothing: that is assumed
  of_the_program(&x);
  if (x != 1) reach_error();
#endif
  return y - 2;
}
