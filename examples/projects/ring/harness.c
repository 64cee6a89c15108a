// Any eight operations on a queue: what was put in comes out, in this order.
#include "ring.h"

#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  struct ring ring = {{0}, 0, 0};
  unsigned char given[8], byte;
  unsigned in = 0, out = 0;
  for (int i = 0; i < 8; i++) {
    if (__VERIFIER_nondet_bool()) {
      given[in] = __VERIFIER_nondet_uchar();
      if (ring_put(&ring, given[in])) in++;
    } else if (ring_get(&ring, &byte)) {
      assert(out < in && byte == given[out]);
      out++;
    }
    assert(ring_used(&ring) == in - out);
  }
  return 0;
}
