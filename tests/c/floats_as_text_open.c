// What a conversion of a float leaves open is not proved: the space of a missing sign, a sign before zeros that fill the width.
// check: --native-replay on -p unreach-call --timeout 15
// expect: status 1: verdict: false
// check: --native-replay on -p unreach-call --timeout 15 -D ZEROS
// expect: status 1: verdict: false
// check: -p unreach-call --timeout 15 -D LENGTH
// expect: status 0: verdict: true
// native: no (inputs)
#include <stdio.h>
extern void reach_error(void);

int main(void) {
  char text[32];
#ifdef ZEROS
  sprintf(text, "%08.1f", -1.5);
  if (text[0] != '0') reach_error();
#elif defined LENGTH
  if (sprintf(text, "%08.1f", -1.5) != 8) reach_error();
#else
  sprintf(text, "% .1f", 1.5);
  if (text[0] == ' ') reach_error();
#endif
  return 0;
}
