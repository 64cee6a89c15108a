// stdio.h: formatted input. From a string it is exact. From a stream, what a conversion yields is an input of the
// argument's type, as far as the width allows: any number can stand in a file.
#include "stdio_file.h"

struct ScanArguments {
  va_list list;
};

struct ScanDirective {
  int suppress;
  int width; // 0: none
  int size;  // of an integer in bytes
  int wide;  // an `l`
  int huge;  // an `L` or `ll`
};

static struct ScanDirective readScanDirective(const char** format) {
  struct ScanDirective d = {0, 0, sizeof(int), 0, 0};
  if (**format == '*') {
    d.suppress = 1;
    ++*format;
  }
  for (; isDigit(**format); ++*format) d.width = d.width * 10 + (**format - '0');
  for (;; ++*format) {
    const char c = **format;
    if (c == 'h')
      d.size = d.size == sizeof(int) ? sizeof(short) : sizeof(char);
    else if (c == 'l' && d.wide)
      d.huge = 1;
    else if (c == 'l')
      d.wide = 1;
    else if (c == 'j' || c == 'q' || c == 'L')
      d.huge = 1;
    else if (c == 'z' || c == 't')
      d.size = sizeof(size_t);
    else
      break;
  }
  if (d.wide) d.size = sizeof(long);
  if (d.huge) d.size = sizeof(i64);
  return d;
}

static int isWideText(const struct ScanDirective* d, char conversion) {
  return d->wide || conversion == 'S' || conversion == 'C';
}
/// `S` is `ls`, `C` is `lc`.
static char plainConversion(char conversion) { return conversion == 'S' ? 's' : conversion == 'C' ? 'c' : conversion; }
static void storeCharacter(void* to, int n, int isWide, int c) {
  if (isWide)
    ((wide*)to)[n] = c;
  else
    ((char*)to)[n] = (char)c;
}

static void storeInteger(const struct ScanDirective* d, struct ScanArguments* arguments, u64 value) {
  void* to = __builtin_va_arg(arguments->list, void*);
  if (d->size == 1)
    *(u8*)to = (u8)value;
  else if (d->size == 2)
    *(u16*)to = (u16)value;
  else if (d->size == 4)
    *(u32*)to = (u32)value;
  else
    *(u64*)to = value;
}

// From a string. A conversion returns the rest of the text, or NULL where it does not match.

/// A number that its type does not have: C leaves open what is stored.
UNSPECIFIED(u64, scan_overflow);
static u64 fittingValue(u64 magnitude, int negative, int overflow, int size, int isSigned) {
  const u64 most = ~0ull >> (64 - 8 * size) >> isSigned;
  const u64 limit = isSigned ? most + (u64)negative : most;
  if (overflow || magnitude > limit) return __assay_unspecified_scan_overflow();
  return negative ? 0 - magnitude : magnitude;
}

static const char* scanNumber(const char* s, const struct ScanDirective* d, char conversion,
                              struct ScanArguments* arguments) {
  const char* const end = d->width != 0 ? s + d->width : NULL; // never read at or beyond it
  int base = conversion == 'd' || conversion == 'u' ? 10 : conversion == 'o' ? 8 : conversion == 'i' ? 0 : 16;
  int negative = 0;
  int digits = 0;
  int overflow = 0;
  u64 value = 0;
  if (*s == '+' || *s == '-') negative = *s++ == '-';
  if (s != end && *s == '0' && (base == 0 || base == 16)) {
    ++s;
    digits = 1;
    if (s != end && toLower((u8)*s) == 'x') {
      ++s;
      base = 16;
      // A prefix alone is no number in C; glibc takes it for 0.
      if ((s == end || digitValue((u8)*s) >= 16) && __assay_unspecified_choice()) return NULL;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (; s != end && digitValue((u8)*s) < base; ++s) {
    const u64 digit = (u64)digitValue((u8)*s);
    if (value > (~0ull - digit) / (u64)base) overflow = 1;
    value = value * (u64)base + digit;
    digits = 1;
  }
  if (!digits) return NULL;
  const int isSigned = conversion == 'd' || conversion == 'i';
  if (!d->suppress) storeInteger(d, arguments, fittingValue(value, negative, overflow, d->size, isSigned));
  return s;
}

/// Whether c is in the set that follows `%[`; *next is set behind its `]`.
static int inScanSet(const char* set, char c, const char** next) {
  const int inverted = *set == '^';
  if (inverted) ++set;
  int found = 0;
  for (int first = 1; *set != 0 && (first || *set != ']'); first = 0) {
    const u8 low = (u8)*set;
    const int range = set[1] == '-' && set[2] != ']' && set[2] != 0;
    const u8 high = range ? (u8)set[2] : low;
    if ((u8)c >= low && (u8)c <= high) found = 1;
    set += range ? 3 : 1;
  }
  *next = *set == ']' ? set + 1 : set;
  return found != inverted;
}

/// %s, %[ and %c: characters as long as they belong, at most the width.
static const char* scanCharacters(const char* s, const struct ScanDirective* d, char conversion, int isWide,
                                  const char* set, struct ScanArguments* arguments) {
  void* to = d->suppress ? NULL : __builtin_va_arg(arguments->list, void*);
  const int most = d->width != 0 ? d->width : conversion == 'c' ? 1 : INT_MAX;
  const char* unused;
  int n = 0;
  for (; n < most && s[n] != 0; ++n) {
    if (conversion == 's' && isSpace(s[n])) break;
    if (conversion == '[' && !inScanSet(set, s[n], &unused)) break;
    if (isWide && (u8)s[n] > 127) __assay_unknown_result("a character that the C locale does not have");
    if (to != NULL) storeCharacter(to, n, isWide, s[n]);
  }
  if (n == 0) return NULL;
  if (conversion != 'c' && to != NULL) storeCharacter(to, n, isWide, 0);
  return s + n;
}

/// As strtod does it, where the two agree.
static const char* scanFloat(const char* s, const struct ScanDirective* d, struct ScanArguments* arguments) {
  if (d->width != 0) __assay_unknown_result("a floating-point number with a width in a scanf format");
  const struct Decimal number = scanDecimal(s);
  if (number.kind == kHexadecimal) __assay_unknown_result("a hexadecimal floating-point number");
  if (number.end == s) return NULL;
  const int next = toLower((u8)*number.end);
  if (next == 'e' || next == 'i' || next == '(') __assay_unknown_result("a floating-point number that is cut off");
  if (d->suppress) return number.end;
  void* to = __builtin_va_arg(arguments->list, void*);
#ifdef HAS_X87
  if (d->huge) {
    *(long double*)to = textToLongDouble(s, NULL);
    return number.end;
  }
#endif
  if (d->wide)
    *(double*)to = textToDouble(s, NULL);
  else
    *(float*)to = textToFloat(s, NULL);
  return number.end;
}

static const char* scanConversion(const char* s, const struct ScanDirective* d, char conversion, const char* set,
                                  struct ScanArguments* arguments) {
  switch (conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    return scanNumber(s, d, conversion, arguments);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return scanFloat(s, d, arguments);
  case 's':
  case 'S':
  case 'c':
  case 'C':
  case '[':
    return scanCharacters(s, d, plainConversion(conversion), isWideText(d, conversion), set, arguments);
  default:
    __assay_unknown_result("a conversion in a scanf format");
  }
}

static int skipsSpace(char conversion) { return conversion != 'c' && conversion != 'C' && conversion != '['; }

static int scanText(const char* text, const char* format, va_list list) {
  struct ScanArguments arguments;
  __builtin_va_copy(arguments.list, list);
  readString(text);
  const char* s = text;
  int count = 0;
  while (*format != 0) {
    const char f = *format++;
    const int percent = f == '%' && *format == '%';
    if (isSpace(f)) {
      while (isSpace(*s)) ++s;
      continue;
    }
    if (f != '%' || percent) {
      if (percent) {
        ++format;
        while (isSpace(*s)) ++s;
      }
      if (*s == 0 && count == 0) return EOF;
      if (*s != f) return count;
      ++s;
      continue;
    }
    const struct ScanDirective d = readScanDirective(&format);
    const char conversion = *format++;
    const char* const set = format;
    if (conversion == '[') (void)inScanSet(set, 0, &format);
    if (conversion == 'n') {
      if (!d.suppress) storeInteger(&d, &arguments, (u64)(s - text));
      continue;
    }
    if (skipsSpace(conversion)) {
      while (isSpace(*s)) ++s;
    }
    if (*s == 0) return count == 0 ? EOF : count;
    s = scanConversion(s, &d, conversion, set, &arguments);
    if (s == NULL) return count;
    if (!d.suppress) ++count;
  }
  return count;
}

// From a stream.

INPUT(int, scanf_matches);
INPUT(int, scanf_ends);
INPUT(int, scanf_goes_on);
INPUT(u8, scanf_char);
INPUT(u16, scanf_short);
INPUT(u32, scanf_int);
INPUT(u64, scanf_longlong);
INPUT(float, scanf_float);
INPUT(double, scanf_double);
INPUT(long double, scanf_longdouble);

/// base^digits - 1, or the largest number where that is too large.
static u64 largestOf(u64 base, int digits) {
  u64 value = 1;
  for (; digits > 0; --digits) {
    if (value > ~0ull / base) return ~0ull;
    value *= base;
  }
  return value - 1;
}

/// Whether a text of at most the width can say this number. A sign takes a character, and so does a prefix.
static int fitsWidth(u64 value, const struct ScanDirective* d, char conversion) {
  const u64 mask = ~0ull >> (64 - 8 * d->size);
  const u64 base = conversion == 'x' || conversion == 'X' ? 16 : conversion == 'o' ? 8 : 10;
  u64 most = largestOf(base, d->width);
  u64 least = largestOf(base, d->width - 1); // with a sign
  if (conversion == 'i' && d->width > 2) {
    if (largestOf(16, d->width - 2) > most) most = largestOf(16, d->width - 2);
    if (largestOf(16, d->width - 3) > least) least = largestOf(16, d->width - 3);
  }
  return value <= most || ((0 - value) & mask) <= least;
}

static void inputInteger(const struct ScanDirective* d, char conversion, struct ScanArguments* arguments) {
  u64 value;
  if (d->size == 1)
    value = __assay_input_scanf_char();
  else if (d->size == 2)
    value = __assay_input_scanf_short();
  else if (d->size == 4)
    value = __assay_input_scanf_int();
  else
    value = __assay_input_scanf_longlong();
  if (d->width != 0) __VERIFIER_assume(fitsWidth(value, d, conversion));
  storeInteger(d, arguments, value);
}

static void inputFloat(const struct ScanDirective* d, struct ScanArguments* arguments) {
  void* to = __builtin_va_arg(arguments->list, void*);
  if (d->huge)
    *(long double*)to = __assay_input_scanf_longdouble();
  else if (d->wide)
    *(double*)to = __assay_input_scanf_double();
  else
    *(float*)to = __assay_input_scanf_float();
}

static int inputTextCharacter(FILE* stream, int isFirst, char conversion, const char* set) {
  const char* unused;
  if (isFirst && stream->state.pushed != 0) return readCharacter(stream);
  const int c = __assay_input_scanf_char();
  if (conversion == 's')
    __VERIFIER_assume(!isSpace(c));
  else if (isFirst && stream->state.next != kAnything)
    __VERIFIER_assume(isAllowedNext(stream->state.next, c));
  if (conversion == '[') __VERIFIER_assume(inScanSet(set, (char)c, &unused));
  return c;
}

/// Whether another character follows that belongs to the text. That of %5c ends only with the file.
static int goesOn(FILE* stream, int isString) {
  if (__assay_input_scanf_goes_on()) return 1;
  if (!isString) endOrError(stream);
  return 0;
}
static void inputCharacters(FILE* stream, const struct ScanDirective* d, char conversion, int isWide, const char* set,
                            struct ScanArguments* arguments) {
  void* to = __builtin_va_arg(arguments->list, void*);
  const int isString = conversion != 'c';
  const int most = d->width != 0 ? d->width : isString ? INT_MAX : 1;
  int n = 0;
  do {
    const int c = inputTextCharacter(stream, n == 0, conversion, set);
    if (isWide) __VERIFIER_assume(c <= 127); // others do not exist in the C locale
    storeCharacter(to, n++, isWide, c);
  } while (n < most && goesOn(stream, isString));
  if (isString) storeCharacter(to, n, isWide, 0);
}

UNSPECIFIED(int, scanned_length);
static void inputConversion(FILE* stream, const struct ScanDirective* d, char conversion, const char* set,
                            struct ScanArguments* arguments) {
  switch (conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    inputInteger(d, conversion, arguments);
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    inputFloat(d, arguments);
    break;
  case 's':
  case 'S':
  case 'c':
  case 'C':
  case '[':
    inputCharacters(stream, d, plainConversion(conversion), isWideText(d, conversion), set, arguments);
    break;
  default:
    __assay_unknown_result("a conversion in a scanf format");
  }
}

/// What a number without a width, or what is none, leaves: no further digit.
static int nextBehind(const struct ScanDirective* d, char conversion, int isMatch) {
  if (d->width != 0) return kAnything;
  if (conversion == 'd' || conversion == 'u') return kNoDigit;
  if (conversion == 'x' || conversion == 'X') return kNoHexDigit;
  return isMatch && (conversion == 's' || conversion == 'S') ? kWhitespace : kAnything;
}

/// Whether a character that was given back fits what the format says; it is part of a number only in models of files
/// that know their characters.
static int pushedFits(FILE* stream, char conversion, const char* set) {
  const char* unused;
  const int c = stream->state.pushed - 1;
  if (conversion == '[') return inScanSet(set, (char)c, &unused);
  if (conversion != 's' && conversion != 'S' && conversion != 'c' && conversion != 'C')
    __assay_unknown_result("a scanf conversion of a character that was given back");
  return 1;
}

enum { kEnds, kDiffers, kMatches };
/// How the input goes on at a directive, or at a literal character (conversion 0).
static int inputMatch(FILE* stream, char conversion, const char* set, char literal) {
  struct Stream* const state = &stream->state;
  if (conversion != 0 && skipsSpace(conversion) && state->pushed != 0 && isSpace(state->pushed - 1)) state->pushed = 0;
  if (state->pushed != 0 && conversion == 0) {
    if (state->pushed - 1 != (u8)literal) return kDiffers;
    state->pushed = 0;
    return kMatches;
  }
  if (state->pushed != 0) return pushedFits(stream, conversion, set) ? kMatches : kDiffers;
  if (state->isClosedForReading) {
    (void)readCharacter(stream); // fails
    return kEnds;
  }
  if (state->atEnd) return kEnds;
  requireForeign(isStandard(stream));
  if (__assay_input_scanf_ends()) {
    endOrError(stream);
    return kEnds;
  }
  if (conversion == 'c' || conversion == 'C') return kMatches;
  if (conversion == 0 && state->next != kAnything && !isAllowedNext(state->next, (u8)literal)) return kDiffers;
  return __assay_input_scanf_matches() ? kMatches : kDiffers;
}

static int scanStream(FILE* stream, const char* format, va_list list) {
  struct ScanArguments arguments;
  struct Stream* const state = &stream->state;
  __builtin_va_copy(arguments.list, list);
  readByte(stream);
  int count = 0;
  while (*format != 0) {
    const char f = *format++;
    if (isSpace(f)) {
      if (state->pushed != 0 && isSpace(state->pushed - 1)) state->pushed = 0;
      if (state->pushed == 0) state->next = kAnything;
      continue;
    }
    if (f != '%' || *format == '%') {
      if (f == '%') ++format;
      const int match = inputMatch(stream, 0, NULL, f);
      if (match == kEnds) return count == 0 ? EOF : count;
      state->next = kAnything;
      if (match == kDiffers) return count;
      continue;
    }
    const struct ScanDirective d = readScanDirective(&format);
    const char conversion = *format++;
    const char* const set = format;
    if (conversion == '[') (void)inScanSet(set, 0, &format);
    if (conversion == 'n') {
      const int length = __assay_unspecified_scanned_length();
      __VERIFIER_assume(length >= 0);
      if (!d.suppress) storeInteger(&d, &arguments, (u64)length);
      continue;
    }
    const int match = inputMatch(stream, conversion, set, 0);
    if (match == kEnds) return count == 0 ? EOF : count;
    if (match == kMatches && !d.suppress) {
      inputConversion(stream, &d, conversion, set, &arguments);
      ++count;
    }
    if (match == kMatches) state->pushed = 0;
    state->next = nextBehind(&d, conversion, match == kMatches);
    if (match == kDiffers) return count;
  }
  return count;
}

#define SCAN(name, vname, parameter, argument, engine)                                                                 \
  MODEL(int, name)(parameter, const char* format, ...) {                                                               \
    va_list list;                                                                                                      \
    __builtin_va_start(list, format);                                                                                  \
    const int count = engine(argument, format, list);                                                                  \
    __builtin_va_end(list);                                                                                            \
    return count;                                                                                                      \
  }                                                                                                                    \
  MODEL(int, vname)(parameter, const char* format, va_list list) { return engine(argument, format, list); }
SCAN(sscanf, vsscanf, const char* text, text, scanText)
SCAN(fscanf, vfscanf, FILE* stream, stream, scanStream)
#define SCAN_STANDARD(name, vname)                                                                                     \
  MODEL(int, name)(const char* format, ...) {                                                                          \
    va_list list;                                                                                                      \
    __builtin_va_start(list, format);                                                                                  \
    const int count = scanStream(&standardInput, format, list);                                                        \
    __builtin_va_end(list);                                                                                            \
    return count;                                                                                                      \
  }                                                                                                                    \
  MODEL(int, vname)(const char* format, va_list list) { return scanStream(&standardInput, format, list); }
SCAN_STANDARD(scanf, vscanf)

// The names under which glibc's headers call these.
SCAN(__isoc99_sscanf, __isoc99_vsscanf, const char* text, text, scanText)
SCAN(__isoc99_fscanf, __isoc99_vfscanf, FILE* stream, stream, scanStream)
SCAN_STANDARD(__isoc99_scanf, __isoc99_vscanf)
SCAN(__isoc23_sscanf, __isoc23_vsscanf, const char* text, text, scanText)
SCAN(__isoc23_fscanf, __isoc23_vfscanf, FILE* stream, stream, scanStream)
SCAN_STANDARD(__isoc23_scanf, __isoc23_vscanf)
