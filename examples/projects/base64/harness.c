// Any four characters; and three bytes there and back.
#include "base64.h"

#include <assert.h>

extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  char text[4];
  unsigned char bytes[3], again[3];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  int count = base64_decode(text, bytes);
  assert(count >= -1 && count <= 3);
  bytes[0] = __VERIFIER_nondet_uchar();
  bytes[1] = bytes[2] = 'x';
  base64_encode(bytes, text);
  assert(base64_decode(text, again) == 3);
  assert(again[0] == bytes[0] && again[1] == 'x' && again[2] == 'x');
  return 0;
}
