// Inputs of the trace: the arguments of main, what library functions and functions without a body give, what is not
// initialised.
// check: -p unreach-call --engine symex --native-replay off
// expect: status 1: verdict: false(unreach-call)
// expect: status 1: argc = 2 (int, input)
// expect: status 1: argv[1] = "x\001" (char *, input)
// expect: status 1: text = argv[1] (char *)
// expect: status 1: letter = 81 (int, input)
// expect: status 1: given = 11 (int, input)
// expect: status 1: undefined = 12 (int, uninitialised)
// native: no (functions without a body)
#include <stdio.h>
#include <string.h>

extern void reach_error(void);
extern int elsewhere(void);

int main(int argc, char **argv) {
  if (argc != 2) return 0;
  char *text = argv[1];
  if (text[0] != 'x' || text[1] != 1 || text[2] != 0) return 0;
  int letter = getchar();
  if (letter != 'Q') return 0;
  int given = elsewhere();
  if (given != 11) return 0;
  int undefined;
  if (undefined == 12) reach_error();
  return 0;
}
