// run: -p unreach-call
// expect: unsupported at line 9
// program: --summary -p unreach-call
// expect: status 0: setjmp
// native: no (not modelled)
#include <setjmp.h>
static jmp_buf place;
int main(void) {
  if (setjmp(place)) return 1;
  longjmp(place, 1);
}
