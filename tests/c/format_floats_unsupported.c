// Formatting a float into a string is not modelled.
// run: -p unreach-call
// expect: unsupported
// native: no (not modelled)
#include <stdio.h>
int main(void) {
  char buffer[20];
  sprintf(buffer, "%f", 1.5);
  return buffer[0] == '1';
}
