// The text of an error has any length, belongs to nobody, and ends.
// check: -p unreach-call -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p memcleanup -D CASE=0
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=0
// expect: status 0: verdict: true
// native: no (the case is given on the command line)
#include <errno.h>
#include <stdio.h>
#include <string.h>
void reach_error(void) {}
int main(void) {
  const char *text = strerror(EILSEQ);
#if CASE == 1
  if (strlen(text) > 40) reach_error();
#endif
  printf("%s\n", text);
  return 0;
}
