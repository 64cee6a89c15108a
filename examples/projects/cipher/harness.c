// What was encrypted is what is decrypted, for every block and every key.
#include "cipher.h"

#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  uint32_t key[4], block[2], before[2];
  for (int i = 0; i < 4; i++) key[i] = __VERIFIER_nondet_uint();
  for (int i = 0; i < 2; i++) before[i] = block[i] = __VERIFIER_nondet_uint();
  cipher_encrypt(block, key);
  cipher_decrypt(block, key);
  assert(block[0] == before[0] && block[1] == before[1]);
  return 0;
}
