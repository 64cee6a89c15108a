// Variables of the environment are not the program's memory, and stay what they are.
// check: -p memsafety
// expect: status 0: verdict: true
// check: -p valid-memcleanup
// expect: status 0: verdict: true
// check: -p assert
// expect: status 0: verdict: true
// check: -p valid-free -D FREES
// expect: status 1: verdict: false(valid-free)
// check: -p valid-deref -D MISSING
// expect: status 1: verdict: false(valid-deref)
// native: yes
#include <assert.h>
#include <stdlib.h>
#include <string.h>
static char text[] = "ASSAY_PUT=one";
int main(void) {
#ifdef MISSING
  return getenv("ASSAY_MISSING")[0] == 'x';
#endif
  if (getenv("ASSAY_ASKED")) assert(getenv("ASSAY_ASKED") == getenv("ASSAY_ASKED"));
  assert(setenv("ASSAY_SET", "value", 1) == 0 && strcmp(getenv("ASSAY_SET"), "value") == 0);
  assert(setenv("ASSAY_SET", "other", 0) == 0 && getenv("ASSAY_SET")[0] == 'v');
  assert(setenv("A=B", "value", 1) == -1);
  assert(unsetenv("ASSAY_SET") == 0 && getenv("ASSAY_SET") == 0);
  putenv(text);
  text[12] = 'y';
  assert(strcmp(getenv("ASSAY_PUT"), "ony") == 0);
#ifdef FREES
  free(getenv("ASSAY_PUT"));
#endif
  return 0;
}
