// A file that the program has emptied is not read as if it held anything.
// check: -p unreach-call -D TEMPORARY
// expect: status 2: reading a file that the program may have written itself
// check: -p unreach-call -D EMPTIED
// expect: status 2: reading a file that the program may have written itself
// check: -p unreach-call -D BY_NUMBER
// expect: status 2: reading a file that the program may have written itself
// verdict: unknown (what the program has written itself is not remembered)
// native: no (it writes files)
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
void reach_error(void) {}
int main(void) {
#ifdef TEMPORARY
  FILE *file = tmpfile();
  if (file && fgetc(file) != EOF) reach_error();
#endif
#ifdef EMPTIED
  FILE *file = fopen("assay.test", "w");
  if (file) fclose(file);
  file = fopen("assay.test", "r");
  if (file && fgetc(file) != EOF) reach_error();
#endif
#ifdef BY_NUMBER
  char byte;
  int file = open("assay.test", O_RDWR | O_CREAT | O_TRUNC, 0600);
  if (file >= 0 && read(file, &byte, 1) == 1) reach_error();
#endif
  return 0;
}
