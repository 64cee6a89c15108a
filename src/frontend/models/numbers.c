// stdlib.h: integer arithmetic and the conversion of text to integers.
#include "assay_models.h"

// The smallest number has no counterpart. What the machine does there is to wrap around.
#define ABSOLUTE(T, U, name, max)                                                                                      \
  MODEL(T, name)(T x) {                                                                                                \
    __assay_overflow_if(x < -(max));                                                                                   \
    return x < 0 ? (T)(0 - (U)x) : x;                                                                                  \
  }
ABSOLUTE(int, unsigned, abs, INT_MAX)
ABSOLUTE(long, unsigned long, labs, LONG_MAX)
ABSOLUTE(long long, unsigned long long, llabs, LLONG_MAX)
ABSOLUTE(intmax_t, uintmax_t, imaxabs, LLONG_MAX)

typedef struct {
  int quot, rem;
} div_t;
typedef struct {
  long quot, rem;
} ldiv_t;
typedef struct {
  long long quot, rem;
} lldiv_t;
typedef struct {
  intmax_t quot, rem;
} imaxdiv_t;
#define DIVIDE(R, T, name, max)                                                                                        \
  MODEL(R, name)(T a, T b) {                                                                                           \
    __assay_overflow_if(a < -(max) && b == -1);                                                                        \
    return (R){a / b, a % b};                                                                                          \
  }
DIVIDE(div_t, int, div, INT_MAX)
DIVIDE(ldiv_t, long, ldiv, LONG_MAX)
DIVIDE(lldiv_t, long long, lldiv, LLONG_MAX)
DIVIDE(imaxdiv_t, intmax_t, imaxdiv, LLONG_MAX)

/// What a text says: the magnitude (its largest value, with `overflow`, where that does not fit 64 bits) and the sign.
struct ScannedInteger {
  u64 magnitude;
  int negative;
  int overflow;
  const char* end; // the start of the text where it holds no number
};
static void storeEnd(char** end, const struct ScannedInteger* number, int base) {
  const int isBase = base == 0 || (base >= 2 && base <= 36);
  if (end != NULL && (isBase || __assay_unspecified_choice())) *end = (char*)number->end;
}

/// With `binary`, as C23 has it, a prefix `0b` means base 2.
static struct ScannedInteger scanInteger(const char* text, int base, int binary) {
  struct ScannedInteger number = {0, 0, 0, text};
  if (base < 0 || base == 1 || base > 36) {
    errorNumber = EINVAL;
    return number;
  }
  const char* s = text;
  while (isSpace(*s)) ++s;
  if (*s == '+' || *s == '-') number.negative = *s++ == '-';
  const int isBinary =
      binary && (base == 0 || base == 2) && s[0] == '0' && toLower(s[1]) == 'b' && digitValue(s[2]) < 2;
  const int prefixed = s[0] == '0' && toLower(s[1]) == 'x' && digitValue(s[2]) < 16;
  if ((base == 0 || base == 16) && prefixed) {
    s += 2;
    base = 16;
  } else if (isBinary) {
    s += 2;
    base = 2;
  } else if (base == 0) {
    base = *s == '0' ? 8 : 10;
  }
  for (; digitValue(*s) < base; ++s) {
    const u64 digit = (u64)digitValue(*s);
    if (number.magnitude > (~0ull - digit) / (u64)base) number.overflow = 1;
    number.magnitude = number.overflow ? ~0ull : number.magnitude * (u64)base + digit;
    number.end = s + 1;
  }
  return number;
}

/// The value in a signed type with the given largest value.
static i64 signedValue(const char* text, char** end, int base, u64 max, int binary) {
  const struct ScannedInteger number = scanInteger(text, base, binary);
  storeEnd(end, &number, base);
  const u64 limit = number.negative ? max + 1 : max;
  if (number.overflow || number.magnitude > limit) {
    errorNumber = ERANGE;
    return number.negative ? -(i64)max - 1 : (i64)max;
  }
  return (i64)(number.negative ? 0 - number.magnitude : number.magnitude);
}

static u64 unsignedValue(const char* text, char** end, int base, u64 max, int binary) {
  const struct ScannedInteger number = scanInteger(text, base, binary);
  storeEnd(end, &number, base);
  if (number.overflow || number.magnitude > max) {
    errorNumber = ERANGE;
    return max;
  }
  return number.negative ? 0 - number.magnitude : number.magnitude;
}

#define ULONG_LARGEST ((u64)LONG_MAX * 2 + 1)

MODEL(long, strtol)(const char* s, char** end, int base) { return (long)signedValue(s, end, base, LONG_MAX, 0); }
MODEL(long long, strtoll)(const char* s, char** end, int base) { return signedValue(s, end, base, LLONG_MAX, 0); }
MODEL(long long, strtoq)(const char* s, char** end, int base) { return signedValue(s, end, base, LLONG_MAX, 0); }
MODEL(intmax_t, strtoimax)(const char* s, char** end, int base) { return signedValue(s, end, base, LLONG_MAX, 0); }
MODEL(unsigned long, strtoul)(const char* s, char** end, int base) {
  return (unsigned long)unsignedValue(s, end, base, ULONG_LARGEST, 0);
}
MODEL(unsigned long long, strtoull)(const char* s, char** end, int base) {
  return unsignedValue(s, end, base, ~0ull, 0);
}
MODEL(unsigned long long, strtouq)(const char* s, char** end, int base) {
  return unsignedValue(s, end, base, ~0ull, 0);
}
MODEL(uintmax_t, strtoumax)(const char* s, char** end, int base) { return unsignedValue(s, end, base, ~0ull, 0); }
MODEL(int, atoi)(const char* s) { return (int)signedValue(s, NULL, 10, LONG_MAX, 0); }
MODEL(long, atol)(const char* s) { return (long)signedValue(s, NULL, 10, LONG_MAX, 0); }
MODEL(long long, atoll)(const char* s) { return signedValue(s, NULL, 10, LLONG_MAX, 0); }

// The names under which newer glibc headers call these.
#define SIGNED_23(T, name, max)                                                                                        \
  MODEL(T, name)(const char* s, char** end, int base) { return (T)signedValue(s, end, base, max, 1); }
#define UNSIGNED_23(T, name, max)                                                                                      \
  MODEL(T, name)(const char* s, char** end, int base) { return (T)unsignedValue(s, end, base, max, 1); }
SIGNED_23(long, __isoc23_strtol, LONG_MAX)
SIGNED_23(long long, __isoc23_strtoll, LLONG_MAX)
SIGNED_23(intmax_t, __isoc23_strtoimax, LLONG_MAX)
UNSIGNED_23(unsigned long, __isoc23_strtoul, ULONG_LARGEST)
UNSIGNED_23(unsigned long long, __isoc23_strtoull, ~0ull)
UNSIGNED_23(uintmax_t, __isoc23_strtoumax, ~0ull)
