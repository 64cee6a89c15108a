#include "cipher.h"

static uint32_t rotate(uint32_t word, unsigned bits) {
#ifdef FIXED
  return bits ? word << bits | word >> (32 - bits) : word;
#else
  return word << bits | word >> (32 - bits); // by 0 bits, this shifts by 32
#endif
}

static uint32_t mix(uint32_t half, const uint32_t key[4], unsigned round) {
  return rotate(half + key[round & 3], round) ^ (half >> 5) ^ round * 0x9e3779b9u;
}

void cipher_encrypt(uint32_t block[2], const uint32_t key[4]) {
  for (unsigned round = 0; round < CIPHER_ROUNDS; round++) {
    uint32_t left = block[1];
    block[1] = block[0] ^ mix(block[1], key, round);
    block[0] = left;
  }
}

void cipher_decrypt(uint32_t block[2], const uint32_t key[4]) {
  for (unsigned round = CIPHER_ROUNDS; round-- > 0;) {
    uint32_t right = block[0];
    block[0] = block[1] ^ mix(block[0], key, round);
    block[1] = right;
  }
}
