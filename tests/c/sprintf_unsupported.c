// run: -p unreach-call
// expect: unsupported: sprintf
// native: no (not modelled)
#include <stdio.h>
int main(void) {
  char buffer[20];
  sprintf(buffer, "%d", 5);
  return buffer[0] == '5';
}
