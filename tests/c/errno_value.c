// run:
// expect: exit 0
// native: yes
#include <errno.h>
int main(void) {
  errno = 0;
  errno = EINVAL;
  return errno == EINVAL ? 0 : 1;
}
