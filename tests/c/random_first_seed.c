// A program that sets no seed draws what the seed 1 gives.
// check: -p assert
// expect: status 0: verdict: true
// native: yes
#include <assert.h>
#include <stdlib.h>
int main(void) {
  int first = rand();
  srand(1);
  assert(rand() == first);
  return 0;
}
