// What C leaves open about output: it may fail, and errno may change; a program that prints must not rely on either.
// check: -p unreach-call -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p unreach-call -D CASE=2 --native-replay off
// expect: no: verdict: true
// check: -p unreach-call -D CASE=3
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D CASE=4
// expect: status 0: verdict: true
// native: no (the case is given on the command line)
#include <errno.h>
#include <stdio.h>
void reach_error(void) {}
int main(void) {
  errno = 0;
#if CASE == 1
  if (printf("text %d\n", 1) < 0) reach_error();
#elif CASE == 2
  printf("text %d\n", 1);
  if (errno != 0) reach_error();
#elif CASE == 3
  FILE *file = fopen("/there/is/no/such", "r");
  if (file == 0 && errno != 0) reach_error();
#else
  FILE *file = fopen("a file", "r");
  if (file == 0 && errno == 0) reach_error();
  if (file != 0 && (feof(file) || ferror(file))) reach_error();
  if (file != 0) fclose(file);
#endif
  return 0;
}
