// error and err end the program; what they print they read.
// check: -p assert
// expect: status 0: verdict: true
// check: -p valid-deref -D WRONG
// expect: status 1: verdict: false(valid-deref)
// run: -p assert --seed 2
// expect: exit 3
// native: yes
#include <assert.h>
#include <err.h>
#include <error.h>
int main(void) {
  const char *name = "name";
#ifdef WRONG
  name = (const char *)&name + 100;
#endif
  warnx("about %s", name);
  error(0, 0, "still there: %d", 5);
  error(3, 0, "the end");
  assert(0);
  errx(1, "never");
}
