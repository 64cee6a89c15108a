// A generator of random numbers. It reaches every state, 0 too, after billions of rounds.
#include <assert.h>

int main(void) {
  unsigned state = 1;
  for (;;) {
    state = state * 1664525u + 1013904223u;
    assert(state != 0);
  }
}
