// stdlib.h: text to floating-point numbers. A decimal number whose digits and whose power of ten are both exact in the
// type needs one rounding, that of the last multiplication or division, and so is what the standard asks for. Others
// need long arithmetic; their value is left open.
#include "assay_models.h"

int fegetround(void);

struct Decimal {
  int negative;
  int digits;      // whether there are any
  u64 significand; // value = significand * 10^exponent, when `exact`; else a little more
  u64 rest;        // the digits that follow, as far as there is room
  int exponent;
  int exact;
  enum { kNumber, kInfinity, kNan, kHexadecimal } kind;
  const char* end;
};

/// Whether s begins with the word, in any case.
static int beginsWith(const char* s, const char* lowerWord) {
  size_t i = 0;
  while (lowerWord[i] != 0 && toLower((u8)s[i]) == lowerWord[i]) ++i;
  return lowerWord[i] == 0;
}

static int scanSpecial(const char* s, struct Decimal* number) {
  if (beginsWith(s, "inf")) {
    number->kind = kInfinity;
    number->end = s + (beginsWith(s, "infinity") ? 8 : 3);
    return 1;
  }
  if (!beginsWith(s, "nan")) return 0;
  number->kind = kNan;
  number->end = s + 3;
  if (s[3] != '(') return 1;
  size_t i = 4;
  while (digitValue(s[i]) < 36 || s[i] == '_') ++i;
  if (s[i] == ')') number->end = s + i + 1;
  return 1;
}

static void addDigit(struct Decimal* number, int digit, int fraction) {
  number->digits = 1;
  if (number->significand > (~0ull - 9) / 10) {
    if (digit != 0) number->exact = 0;
    number->rest = number->rest > (~0ull - 9) / 10 ? ~0ull : number->rest * 10 + (u64)digit;
    if (!fraction && number->exponent < 100000) ++number->exponent;
    return;
  }
  number->significand = number->significand * 10 + (u64)digit;
  if (fraction && number->exponent > -100000) --number->exponent;
}

/// The `e+12` after the digits, if it is one.
static const char* scanExponent(const char* s, int* exponent) {
  size_t i = 1;
  const int negative = s[i] == '-';
  if (s[i] == '+' || s[i] == '-') ++i;
  if (!isDigit(s[i])) return s;
  int value = 0;
  for (; isDigit(s[i]); ++i) {
    if (value < 100000) value = value * 10 + (s[i] - '0');
  }
  *exponent += negative ? -value : value;
  return s + i;
}

static void addHexadecimalDigit(struct Decimal* number, int digit, int fraction) {
  if (number->significand >> 60 != 0) {
    if (digit != 0) number->exact = 0;
    if (!fraction && number->exponent < 100000) number->exponent += 4;
    return;
  }
  number->significand = number->significand * 16 + (u64)digit;
  if (fraction && number->exponent > -100000) number->exponent -= 4;
}
/// What follows `0x`; the exponent is one of 2.
static void scanHexadecimal(const char* s, struct Decimal* number) {
  number->kind = kHexadecimal;
  for (; digitValue((u8)*s) < 16; ++s) addHexadecimalDigit(number, digitValue((u8)*s), 0);
  if (*s == '.')
    for (++s; digitValue((u8)*s) < 16; ++s) addHexadecimalDigit(number, digitValue((u8)*s), 1);
  number->end = toLower((u8)*s) == 'p' ? scanExponent(s, &number->exponent) : s;
  while (number->significand != 0 && number->significand % 2 == 0) {
    number->significand /= 2;
    ++number->exponent;
  }
}

static struct Decimal scanDecimal(const char* text) {
  struct Decimal number = {0, 0, 0, 0, 0, 1, kNumber, text};
  const char* s = text;
  while (isSpace(*s)) ++s;
  if (*s == '+' || *s == '-') number.negative = *s++ == '-';
  if (scanSpecial(s, &number)) return number;
  if (s[0] == '0' && toLower((u8)s[1]) == 'x' && (digitValue(s[2]) < 16 || (s[2] == '.' && digitValue(s[3]) < 16))) {
    scanHexadecimal(s + 2, &number);
    return number;
  }
  for (; isDigit(*s); ++s) addDigit(&number, *s - '0', 0);
  if (*s == '.' && (number.digits || isDigit(s[1]))) {
    for (++s; isDigit(*s); ++s) addDigit(&number, *s - '0', 1);
  }
  if (!number.digits) return number;
  number.end = toLower((u8)*s) == 'e' ? scanExponent(s, &number.exponent) : s;
  // Trailing zeros of the digits only move the point.
  while (number.exponent < 0 && number.significand != 0 && number.significand % 10 == 0) {
    number.significand /= 10;
    ++number.exponent;
  }
  return number;
}

/// How many digits stand before the decimal point, which is less than 1 below 0.1.
static int magnitudeOf(const struct Decimal* number) {
  int digits = 0;
  for (u64 rest = number->significand; rest != 0; rest /= 10) ++digits;
  return digits + number->exponent;
}

// One function a type: digits that are exact in it, the largest exact power of ten, the magnitudes from which on
// numbers are too large or not to be told from 0, and the least number of full precision. A number that needs more than
// one rounding is left open, near its value; the same digits give the same number again.
#define TEXT_TO_FLOAT(T, name, function, bits, power, large, small, least, nanValue, infinity)                         \
  UNSPECIFIED(T, function);                                                                                            \
  static T name##Open(const struct Decimal* number) {                                                                  \
    static struct Decimal last;                                                                                        \
    static T lastValue;                                                                                                \
    T near = (T)number->significand;                                                                                   \
    for (int i = 0; i < number->exponent; ++i) near *= 10;                                                             \
    for (int i = 0; i > number->exponent; --i) near /= 10;                                                             \
    const T value = __assay_unspecified_##function();                                                                  \
    __VERIFIER_assume(value >= 0 && value <= infinity);                                                                \
    if (near > least * 10 && near * 10 < infinity) {                                                                   \
      __VERIFIER_assume(value >= near * (T)0.9999 && value <= near * (T)1.0001);                                       \
    }                                                                                                                  \
    const int known = last.significand == number->significand && last.rest == number->rest &&                          \
                      last.exponent == number->exponent && last.negative == number->negative;                          \
    if (known && number->rest != ~0ull) __VERIFIER_assume(value == lastValue);                                         \
    last = *number;                                                                                                    \
    lastValue = value;                                                                                                 \
    if (value == infinity || value == 0 || (value < least && __assay_unspecified_choice())) errorNumber = ERANGE;      \
    return value;                                                                                                      \
  }                                                                                                                    \
  /* Without rounding, and far from both ends of the range. */                                                         \
  static T name##Hexadecimal(const struct Decimal* number) {                                                           \
    if (!number->exact || number->significand >> ((bits) - 1) > 1 || number->exponent > (large) * 2 ||                 \
        number->exponent < (small) * 2)                                                                                \
      __assay_unknown_result(#function " of a hexadecimal number that has to be rounded");                                \
    T value = (T)number->significand;                                                                                  \
    for (int i = 0; i < number->exponent; ++i) value *= 2;                                                             \
    for (int i = 0; i > number->exponent; --i) value /= 2;                                                             \
    return value;                                                                                                      \
  }                                                                                                                    \
  static T name##Magnitude(const struct Decimal* number) {                                                             \
    if (number->kind == kInfinity) return infinity;                                                                    \
    if (number->kind == kNan) return nanValue;                                                                         \
    if (number->significand == 0) return 0;                                                                            \
    if (number->kind == kHexadecimal) return name##Hexadecimal(number);                                                \
    const int magnitude = magnitudeOf(number);                                                                         \
    const int rounds = fegetround() != 0;                                                                              \
    if (!rounds && (magnitude >= (large) || magnitude <= (small))) {                                                   \
      errorNumber = ERANGE;                                                                                            \
      return magnitude >= (large) ? infinity : 0;                                                                      \
    }                                                                                                                  \
    const int exponent = number->exponent;                                                                             \
    const int exact = number->exact && exponent >= -(power) && exponent <= (power);                                    \
    if (rounds || !exact || number->significand >> ((bits) - 1) > 1) return name##Open(number);                        \
    T scale = 1;                                                                                                       \
    for (int i = 0; i != exponent; i += exponent < 0 ? -1 : 1) scale *= 10;                                            \
    return exponent < 0 ? (T)number->significand / scale : (T)number->significand * scale;                             \
  }                                                                                                                    \
  static T name(const char* text, char** end) {                                                                        \
    const struct Decimal number = scanDecimal(text);                                                                   \
    if (end != NULL) *end = (char*)number.end;                                                                         \
    const T value = name##Magnitude(&number);                                                                          \
    return number.negative && number.end != text ? -value : value;                                                     \
  }

TEXT_TO_FLOAT(double, textToDouble, strtod, 53, 22, 310, -324, 0x1p-1022, __builtin_nan(""), __builtin_inf())
TEXT_TO_FLOAT(float, textToFloat, strtof, 24, 10, 40, -46, 0x1p-126f, __builtin_nanf(""), __builtin_inff())
MODEL(double, strtod)(const char* text, char** end) { return textToDouble(text, end); }
MODEL(double, atof)(const char* text) { return textToDouble(text, NULL); }
MODEL(float, strtof)(const char* text, char** end) { return textToFloat(text, end); }

#ifdef HAS_X87
TEXT_TO_FLOAT(long double, textToLongDouble, strtold, 64, 27, 4934, -4951, 0x1p-16382L, __builtin_nanl(""),
              __builtin_infl())
MODEL(long double, strtold)(const char* text, char** end) { return textToLongDouble(text, end); }
#endif
