// A small cipher of Feistel's kind: 64 bits, a key of four words, eight rounds. For practice, not for secrets.
#ifndef CIPHER_H
#define CIPHER_H

#include <stdint.h>

enum { CIPHER_ROUNDS = 8 };

void cipher_encrypt(uint32_t block[2], const uint32_t key[4]);
void cipher_decrypt(uint32_t block[2], const uint32_t key[4]);

#endif
