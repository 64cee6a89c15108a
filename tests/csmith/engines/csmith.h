// Takes the place of csmith's header of this name: a checksum without a table, which a solver can follow. A
// compiled program prints it; the verified one calls the error function if it is not the one expected.
#pragma once
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define STATIC static
#define UNDEFINED(value) (value)
#define LOG_INDEX
#define LOG_EXEC
#define FUNC_NAME(name) (safe_##name)
#define assert(condition)
#include "safe_math.h"
#undef FUNC_NAME
#define _CSMITH_BITFIELD(width) (width > 32 ? width % 32 : width)

extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int8_t __VERIFIER_nondet_char(void);
extern int16_t __VERIFIER_nondet_short(void);
extern int32_t __VERIFIER_nondet_int(void);
extern int64_t __VERIFIER_nondet_longlong(void);
extern uint8_t __VERIFIER_nondet_uchar(void);
extern uint16_t __VERIFIER_nondet_ushort(void);
extern uint32_t __VERIFIER_nondet_uint(void);
extern uint64_t __VERIFIER_nondet_ulonglong(void);

// An initial value that the verifier has to find out about: an input, assumed to be what it is.
#ifdef EXPECTED_CHECKSUM
#define HIDDEN(object, kind)                \
  do {                                      \
    __typeof__(object) value = object;      \
    object = __VERIFIER_nondet_##kind();    \
    __VERIFIER_assume(object == value);     \
  } while (0)
#else
#define HIDDEN(object, kind) \
  do {                       \
  } while (0)
#endif

static uint32_t crc32_context;

static void platform_main_begin(void) {}
static void crc32_gentab(void) {}

static void transparent_crc(uint64_t value, char* name, int flag) {
  crc32_context = (crc32_context << 5 | crc32_context >> 27) ^ (uint32_t)value ^ (uint32_t)(value >> 32);
}

static void transparent_crc_bytes(char* bytes, int count, char* name, int flag) {
  for (int i = 0; i < count; i++) transparent_crc(bytes[i], name, flag);
}

static void platform_main_end(uint32_t crc, int flag) {
#ifdef EXPECTED_CHECKSUM
  if (crc != EXPECTED_CHECKSUM) reach_error();
#else
  printf("%u\n", crc);
#endif
}
