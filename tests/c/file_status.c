// What stat says of a file is what it may say; a file that the program has written itself is another matter.
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p unreach-call -D CASE=2
// expect: status 2: written itself
// check: -p unreach-call -p valid-deref -m 32
// expect: status 0: verdict: true
// check: -p unreach-call -m 32 -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p unreach-call -p valid-deref -m 32 -D_FILE_OFFSET_BITS=64
// expect: status 0: verdict: true
// check: -p unreach-call -p valid-deref -D_FILE_OFFSET_BITS=64
// expect: status 0: verdict: true
// native: no (the world outside decides)
#include <stdio.h>
#include <sys/stat.h>
void reach_error(void) {}
#ifndef CASE
#define CASE 0
#endif
int main(void) {
  struct stat status;
#if CASE == 2
  FILE *file = fopen("a", "w");
  if (!file) return 0;
  fputs("text", file);
  fclose(file);
#endif
  int result = stat("a", &status);
  if (result != 0 && result != -1) reach_error();
  if (result != 0) return 0;
  if (status.st_size < 0 || status.st_blksize <= 0 || status.st_blocks < 0) reach_error();
  if (status.st_atim.tv_nsec < 0 || status.st_mtim.tv_nsec < 0 || status.st_ctim.tv_nsec > 999999999) reach_error();
  if (S_ISREG(status.st_mode) && S_ISDIR(status.st_mode)) reach_error();
  if (CASE == 1 && S_ISDIR(status.st_mode)) reach_error();
  return 0;
}
