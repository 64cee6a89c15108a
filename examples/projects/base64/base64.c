#include "base64.h"

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static signed char values[128];

static void prepare(void) {
  if (values['B']) return;
  for (int i = 0; i < 128; i++) values[i] = -1;
  for (int i = 0; i < 64; i++) values[(int)digits[i]] = (signed char)i;
}

static int value_of(char digit) {
#ifdef FIXED
  if ((unsigned char)digit > 127) return -1;
#endif
  return values[(unsigned char)digit]; // half of the characters have no entry
}

int base64_decode(const char text[4], unsigned char bytes[3]) {
  unsigned word = 0;
  int count = 3;
  prepare();
  for (int i = 0; i < 4; i++) {
    int value = value_of(text[i]);
    if (text[i] == '=' && i >= 2) {
      count--;
      value = 0;
    } else if (value < 0 || count < 3) {
      return -1;
    }
    word = word << 6 | (unsigned)value;
  }
  for (int i = 0; i < 3; i++) bytes[i] = (unsigned char)(word >> (16 - 8 * i));
  return count;
}

void base64_encode(const unsigned char bytes[3], char text[4]) {
  unsigned word = (unsigned)bytes[0] << 16 | (unsigned)bytes[1] << 8 | bytes[2];
  for (int i = 0; i < 4; i++) text[i] = digits[word >> (18 - 6 * i) & 63];
}
