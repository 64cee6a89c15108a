// Takes the place of csmith's header of this name: a compiled program prints its checksum; the interpreted one compares
// it with the one expected and calls the error function if they differ.
#pragma once
#include <stdio.h>

static void platform_main_begin(void) {}

#ifdef EXPECTED_CHECKSUM
extern void reach_error(void);
static void platform_main_end(uint32_t crc, int flag) {
  if (crc != EXPECTED_CHECKSUM) reach_error();
}
#else
static void platform_main_end(uint32_t crc, int flag) { printf("%u\n", crc); }
#endif
