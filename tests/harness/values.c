/* Values for a compiled harness, by the seed that is its argument: small numbers, mostly, and memory that holds something. An assumption
   that fails ends the run with status 77. Linked with -Wl,--wrap=malloc. */
#include <stdlib.h>

static unsigned long long state = 0x9e3779b97f4a7c15ull;

__attribute__((constructor)) static void seed(int argc, char** argv) {
  if (argc > 1) state *= 2 * strtoull(argv[1], 0, 10) + 1;
}

static unsigned long long any(void) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return state >> 11;
}

static unsigned long long value(void) {
  static const unsigned long long ranges[] = {2, 4, 8, 8, 16, 128};
  return any() % ranges[any() % 6];
}

#define VALUE(NAME, TYPE)                                                                                              \
  TYPE __VERIFIER_nondet_##NAME(void) { return (TYPE)value(); }
VALUE(bool, _Bool)
VALUE(char, char)
VALUE(schar, signed char)
VALUE(uchar, unsigned char)
VALUE(short, short)
VALUE(ushort, unsigned short)
VALUE(int, int)
VALUE(uint, unsigned)
VALUE(long, long)
VALUE(ulong, unsigned long)
VALUE(longlong, long long)
VALUE(ulonglong, unsigned long long)
VALUE(float, float)
VALUE(double, double)

/* All zero, small bytes, small words, or characters that mean something to who reads text. */
void __VERIFIER_nondet_memory(void* place, __SIZE_TYPE__ size) {
  static const char characters[] = "a0 =[]{}\"\\:,*?-%";
  const unsigned kind = any() % 4;
  for (__SIZE_TYPE__ i = 0; i < size; i++) {
    unsigned long long byte = 0;
    if (kind == 1 || (kind == 2 && i % 4 == 0)) byte = value();
    if (kind == 3) byte = characters[any() % (sizeof characters - 1)];
    ((unsigned char*)place)[i] = (unsigned char)byte;
  }
}

void* __VERIFIER_argument(__SIZE_TYPE__ size) { return malloc(size); }

void __VERIFIER_assume(int condition) {
  if (!condition) exit(77);
}

void* __real_malloc(__SIZE_TYPE__ size);

void* __wrap_malloc(__SIZE_TYPE__ size) {
  void* block = __real_malloc(size);
  if (block) __VERIFIER_nondet_memory(block, size);
  return block;
}
