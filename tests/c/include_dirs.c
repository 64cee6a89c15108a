// run: -I parts -DVALUE=4 -D "TEXT=\"ab\"" -D FLAG
// expect: exit 0
// native: no (options are written in the tool's way)
#include <second.h>
#ifndef FLAG
#error FLAG
#endif
int main(void) {
  struct entry e = {VALUE};
  return e.value == 4 && TEXT[1] == 'b' && FLAG == 1 ? 0 : 1;
}
