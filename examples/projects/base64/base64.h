// Base64, back to bytes.
#ifndef BASE64_H
#define BASE64_H

/// Four characters to at most three bytes; how many they are, or -1 if the characters are others.
int base64_decode(const char text[4], unsigned char bytes[3]);
void base64_encode(const unsigned char bytes[3], char text[4]);

#endif
