// pipe, read and write.
// check: -p assert -D CASE=0
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=1 --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p memsafety -D CASE=2 --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p assert -D CASE=3
// expect: status 2: verdict: unknown
// native: no (the case is given on the command line)
#include <assert.h>
#include <errno.h>
#include <unistd.h>
int main(void) {
  int files[2];
  char bytes[4] = "abc";
  errno = 0;
  if (pipe(files) != 0) {
    assert(errno != 0);
    return 0;
  }
  assert(files[0] >= 0 && files[0] != files[1]);
  ssize_t n = read(files[0], bytes, CASE == 2 ? 5 : 4);
  assert(n >= -1 && n <= 5);
  n = write(files[1], bytes, CASE == 1 ? 5 : 4);
  assert(n >= -1 && n <= 5);
  if (CASE == 3) read(files[0], bytes, 4); // what was written is not remembered
  return 0;
}
