// Padding that nobody has ever written differs, whatever a store to a member makes of it; padding that was cleared before
// is not seen to differ by the compiled program.
// check: -p unreach-call --timeout 15
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 15 -D CLEARED
// expect: status 2: verdict: unknown
// native: no (what uninitialised memory holds is not told to it)
#include <string.h>

extern void reach_error(void);

struct pair {
  short first;
  long second;
};

int main(void) {
  struct pair a, b;
#ifdef CLEARED
  memset(&a, 0, sizeof a);
  memset(&b, 0, sizeof b);
#endif
  a.first = b.first = 3;
  a.second = b.second = 4;
  if (memcmp(&a, &b, sizeof a) != 0) reach_error();
  return 0;
}
