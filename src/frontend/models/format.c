// stdio.h: formatted output. Into strings, integers, characters and strings are formatted exactly; floating-point
// numbers and pointers are not modelled. Into streams the text itself does not matter: only its length is computed,
// which is open for floating-point numbers and pointers.
#include "assay_models.h"

struct Sink {
  char* to;
  size_t room;   // of `to`, the terminator's included
  size_t length; // of the whole text, whether it fits or not
  int isLost;    // the text is not wanted
  int hasFailed; // a wide character does not exist in the C locale
};

static void put(struct Sink* sink, char c) {
  if (sink->length + 1 < sink->room) sink->to[sink->length] = c;
  ++sink->length;
}
static void putMany(struct Sink* sink, char c, int count) {
  if (count > 0 && sink->room == 0) {
    sink->length += (size_t)count;
    return;
  }
  for (; count > 0; --count) put(sink, c);
}

// What conversions of strings read.

/// Up to a terminator. What null gives is not the standard's.
static void readFormatted(const char* s) {
  if (!__assay_checks_reads()) return;
  if (s == NULL) __assay_unknown_result("a null pointer printed as a string");
  readString(s);
}
/// Up to a terminator, but at most this many characters.
static void readPart(const char* s, size_t most) {
  if (!__assay_checks_reads()) return;
  if (s == NULL) __assay_unknown_result("a null pointer printed as a string");
  if (__assay_has_threads()) {
    readShared(s, most);
    return;
  }
  if (most <= __assay_bytes_left(s)) return;
  while (most-- > 0 && *s != 0) ++s;
}
/// How many bytes a wide string has in the C locale, where one character is one byte; -1 if it has others than ASCII.
static int wideTextLength(const wide* s, int precision) {
  if (s == NULL) __assay_unknown_result("a null pointer printed as a string");
  int length = 0;
  while ((precision < 0 || length < precision) && s[length] != 0) {
    if ((unsigned)s[length] > 127) return -1;
    ++length;
  }
  return length;
}

/// A va_list is an array on one of the targets, which cannot be passed by address.
struct Arguments {
  va_list list;
};

struct Directive {
  int left, plus, space, alternate, zero; // flags
  int width;
  int precision; // -1: none
  int size;      // of an integer argument in bytes
  int wide;      // an `l`: of characters and strings, wide ones
  int isLongDouble;
};

static int readNumber(const char** format, struct Arguments* arguments) {
  if (**format == '*') {
    ++*format;
    return __builtin_va_arg(arguments->list, int);
  }
  int number = 0;
  for (; isDigit(**format); ++*format) {
    if (number >= 100000000) __assay_unknown_result("a width or precision of more than 100 million");
    number = number * 10 + (**format - '0');
  }
  return number;
}

static struct Directive readDirective(const char** format, struct Arguments* arguments) {
  struct Directive d = {0, 0, 0, 0, 0, 0, -1, sizeof(int), 0, 0};
  for (;; ++*format) {
    const char c = **format;
    if (c == '-')
      d.left = 1;
    else if (c == '+')
      d.plus = 1;
    else if (c == ' ')
      d.space = 1;
    else if (c == '#')
      d.alternate = 1;
    else if (c == '0')
      d.zero = 1;
    else
      break;
  }
  d.width = readNumber(format, arguments);
  if (d.width < 0) {
    if (d.width == -INT_MAX - 1) __assay_unknown_result("a width that is too large");
    d.left = 1;
    d.width = -d.width;
  }
  if (**format == '.') {
    ++*format;
    d.precision = readNumber(format, arguments);
    if (d.precision < 0) d.precision = -1;
  }
  for (;; ++*format) {
    const char c = **format;
    if (c == 'h')
      d.size = d.size == sizeof(int) ? sizeof(short) : sizeof(char);
    else if (c == 'l')
      d.size = sizeof(long);
    else if (c == 'j' || c == 'q' || c == 'L')
      d.size = sizeof(i64);
    else if (c == 'z' || c == 't')
      d.size = sizeof(size_t);
    else
      return d;
    if (c == 'l') d.wide = 1;
    if (c == 'L') d.isLongDouble = 1;
    if (c == 'l' && (*format)[1] == 'l') {
      d.size = sizeof(i64);
      ++*format;
    }
  }
}

/// The argument, extended to 64 bits by its type.
static u64 readInteger(const struct Directive* d, int isSigned, struct Arguments* arguments) {
  u64 value;
  if (d->size == sizeof(i64)) {
    value = __builtin_va_arg(arguments->list, u64);
  } else {
    value = (u64)(i64) __builtin_va_arg(arguments->list, int);
  }
  const int unused = 64 - 8 * d->size;
  return isSigned ? (u64)((i64)(value << unused) >> unused) : value << unused >> unused;
}

static int larger(int a, int b) { return (a & -(a > b)) | (b & -(a <= b)); }

static void putInteger(struct Sink* sink, const struct Directive* d, u64 magnitude, char sign, char conversion) {
  const unsigned base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
  const char ten = conversion == 'X' ? 'A' : 'a';
  const int prefixed = d->alternate && base == 16 && magnitude != 0;
  if (sink->isLost) {
    const int count = countDigits(magnitude, base);
    int shown = larger(count, d->precision < 0 ? 1 : d->precision);
    if (d->alternate && base == 8) shown += shown == count;
    sink->length += (size_t)larger(shown + (sign != 0) + 2 * prefixed, d->width);
    return;
  }
  char digits[24];
  int count = 0;
  for (u64 rest = magnitude; rest != 0; rest /= base) {
    const unsigned digit = (unsigned)(rest % base);
    digits[count++] = (char)(digit < 10 ? '0' + digit : (unsigned)ten + digit - 10);
  }
  int zeros = (d->precision < 0 ? 1 : d->precision) - count;
  if (zeros < 0) zeros = 0;
  if (d->alternate && base == 8 && zeros == 0) zeros = 1;
  int padding = d->width - count - zeros - (sign != 0) - (prefixed ? 2 : 0);
  if (padding < 0) padding = 0;
  if (d->zero && !d->left && d->precision < 0) {
    zeros += padding;
    padding = 0;
  }
  if (!d->left) putMany(sink, ' ', padding);
  if (sign != 0) put(sink, sign);
  if (prefixed) {
    put(sink, '0');
    put(sink, conversion);
  }
  putMany(sink, '0', zeros);
  while (count > 0) put(sink, digits[--count]);
  if (d->left) putMany(sink, ' ', padding);
}

static void putSigned(struct Sink* sink, const struct Directive* d, i64 value) {
  const char positive = d->plus ? '+' : d->space ? ' ' : 0;
  const char sign = value < 0 ? '-' : positive;
  putInteger(sink, d, value < 0 ? 0 - (u64)value : (u64)value, sign, 'd');
}

static void putText(struct Sink* sink, const struct Directive* d, const char* s, int length) {
  if (!sink->isLost) {
    const size_t end = sink->length + (size_t)larger(length, d->width) + 1;
    excludeOverlap(sink->to, end < sink->room ? end : sink->room, s, (size_t)length);
  }
  if (!d->left) putMany(sink, ' ', d->width - length);
  if (sink->isLost)
    sink->length += (size_t)length;
  else
    for (int i = 0; i < length; ++i) put(sink, s[i]);
  if (d->left) putMany(sink, ' ', d->width - length);
}

static void putString(struct Sink* sink, const struct Directive* d, const char* s) {
  if (s == NULL) __assay_unknown_result("a null pointer printed as a string");
  int length = 0;
  while ((d->precision < 0 || length < d->precision) && s[length] != 0) ++length;
  putText(sink, d, s, length);
}

static void putWide(struct Sink* sink, const struct Directive* d, const wide* s, int length) {
  if (length < 0) {
    sink->hasFailed = 1;
    return;
  }
  if (!d->left) putMany(sink, ' ', d->width - length);
  for (int i = 0; i < length; ++i) put(sink, (char)s[i]);
  if (d->left) putMany(sink, ' ', d->width - length);
}
static void putWideCharacter(struct Sink* sink, const struct Directive* d, wide c) {
  putWide(sink, d, &c, (unsigned)c > 127 ? -1 : 1);
}

/// A text that is not modelled, of at least and at most these many characters before it is widened.
UNSPECIFIED(int, text_length);
UNSPECIFIED(char, text_character);
static void putUnknown(struct Sink* sink, const struct Directive* d, int least, int most) {
  // Without assumptions: what is not given is zero when the program is run.
  const int open = __assay_unspecified_text_length();
  const int length = open >= least && open <= most ? open : least;
  if (sink->isLost) {
    sink->length += (size_t)larger(length, d->width);
    return;
  }
  // Zeros that fill the width stand behind a sign: where that is, is open.
  const int characters = d->zero && !d->left ? larger(length, d->width) : length;
  if (!d->left) putMany(sink, ' ', d->width - characters);
  for (int i = 0; i < characters; ++i) {
    const char c = __assay_unspecified_text_character();
    put(sink, c >= ' ' && c < 127 ? c : '0');
  }
  if (d->left) putMany(sink, ' ', d->width - length);
}
/// A float: the bounds of its text's length are what the conversion says. Its bits are not looked at, so that those of
/// a NaN stay unseen.
static void putDouble(struct Sink* sink, const struct Directive* d, char conversion, double value) {
  const int precision = d->precision < 0 ? 6 : d->precision;
  const int point = precision != 0 || d->alternate;
  const int isSigned = d->plus || d->space || value < 0;
  const int maySign = isSigned || !(value > 0); // -0, and a NaN
  const double size = value < 0 ? -value : value;
  if (!(size <= 0x1.fffffffffffffp1023)) { // infinity, or no number
    struct Directive plain = *d;
    plain.zero = 0;
    putUnknown(sink, &plain, 3 + isSigned, 3 + maySign);
  } else if (conversion == 'f' || conversion == 'F') {
    const int isSmall = size < 1e18;
    const int whole = larger(countDigits((u64)(isSmall ? size : 0), 10), 1);
    const int least = isSmall ? whole : 19;
    const int most = isSmall ? whole + 1 : 310; // rounding may add one
    putUnknown(sink, d, isSigned + least + point + precision, maySign + most + point + precision);
  } else if (conversion == 'e' || conversion == 'E') {
    putUnknown(sink, d, isSigned + 1 + point + precision + 4, maySign + 1 + point + precision + 5);
  } else if (conversion == 'g' || conversion == 'G') {
    putUnknown(sink, d, isSigned + 1, maySign + larger(precision, 1) + 6);
  } else {
    putUnknown(sink, d, isSigned + 6, maySign + 24 + (d->precision < 0 ? 0 : precision));
  }
}
/// The largest number of 80 bits has 4933 digits; a point, a sign, an exponent and the precision come in addition.
static void putFloat(struct Sink* sink, const struct Directive* d, char conversion, struct Arguments* arguments) {
#ifdef HAS_X87
  if (d->isLongDouble) {
    (void)__builtin_va_arg(arguments->list, long double);
    putUnknown(sink, d, 1, 5000 + (d->precision < 0 ? 6 : d->precision));
    return;
  }
#endif
  const double value = __builtin_va_arg(arguments->list, double);
  if (sink->isLost) // nobody reads it: bounds that cost nothing
    putUnknown(sink, d, 1, 320 + (d->precision < 0 ? 6 : d->precision));
  else
    putDouble(sink, d, conversion, value);
}

static void storeLength(const struct Directive* d, struct Arguments* arguments, size_t length) {
  void* to = __builtin_va_arg(arguments->list, void*);
  if (d->size == 1)
    *(signed char*)to = (signed char)length;
  else if (d->size == 2)
    *(short*)to = (short)length;
  else if (d->size == 4)
    *(int*)to = (int)length;
  else
    *(i64*)to = (i64)length;
}

/// Conversions of text.
static void convertText(struct Sink* sink, const struct Directive* d, char conversion, struct Arguments* arguments) {
  const int isWide = d->wide || conversion == 'C' || conversion == 'S';
  if (conversion == 's' || conversion == 'S') {
    if (isWide) {
      const wide* s = __builtin_va_arg(arguments->list, const wide*);
      putWide(sink, d, s, wideTextLength(s, d->precision));
    } else {
      putString(sink, d, __builtin_va_arg(arguments->list, const char*));
    }
    return;
  }
  const int value = __builtin_va_arg(arguments->list, int);
  const char c = (char)value;
  if (isWide)
    putWideCharacter(sink, d, value);
  else
    putText(sink, d, &c, 1);
}

static void convert(struct Sink* sink, struct Directive* d, char conversion, struct Arguments* arguments) {
  switch (conversion) {
  case 'd':
  case 'i':
    putSigned(sink, d, (i64)readInteger(d, 1, arguments));
    break;
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    putInteger(sink, d, readInteger(d, 0, arguments), 0, conversion);
    break;
  case 'c':
  case 'C':
  case 's':
  case 'S':
    convertText(sink, d, conversion, arguments);
    break;
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    putFloat(sink, d, conversion, arguments);
    break;
  case 'p':
    (void)__builtin_va_arg(arguments->list, void*);
    putUnknown(sink, d, 1, 32);
    break;
  case 'm': // glibc's: what strerror says of errno
    putUnknown(sink, d, 1, 1000);
    break;
  case 'n':
    storeLength(d, arguments, sink->length);
    break;
  case '%':
    put(sink, '%');
    break;
  default:
    __assay_unknown_result("a conversion in a format");
  }
}

/// The length of the text, or -1. Where there is no `to`, the text is not wanted.
static int formatText(char* to, size_t room, const char* format, va_list list) {
  struct Sink sink;
  sink.to = to;
  sink.room = room;
  sink.length = 0;
  sink.isLost = room == 0;
  sink.hasFailed = 0;
  struct Arguments arguments;
  __builtin_va_copy(arguments.list, list);
  while (*format != 0 && !sink.hasFailed) {
    if (*format != '%') {
      put(&sink, *format++);
      continue;
    }
    ++format;
    struct Directive directive = readDirective(&format, &arguments);
    convert(&sink, &directive, *format, &arguments);
    ++format;
  }
  __builtin_va_end(arguments.list);
  if (room != 0) to[sink.length < room ? sink.length : room - 1] = 0;
  if (sink.hasFailed || sink.length > INT_MAX) {
    errorNumber = sink.hasFailed ? EILSEQ : EOVERFLOW;
    return -1;
  }
  return (int)sink.length;
}

#define UNLIMITED (~(size_t)0)

/// The text in a block of the heap, as asprintf makes it.
static int formatNew(char** result, const char* format, va_list list) {
  const int length = formatText(NULL, 0, format, list);
  if (length < 0) return -1;
  char* text = malloc((size_t)length + 1);
  if (text == NULL) return -1;
  *result = text;
  return formatText(text, (size_t)length + 1, format, list);
}

MODEL(int, vsnprintf)(char* to, size_t room, const char* format, va_list list) {
  return formatText(to, room, format, list);
}
MODEL(int, vsprintf)(char* to, const char* format, va_list list) { return formatText(to, UNLIMITED, format, list); }
MODEL(int, vasprintf)(char** result, const char* format, va_list list) { return formatNew(result, format, list); }

// The functions with `...` differ in what they pass on.
#define WITH_ARGUMENTS(last, call)                                                                                     \
  va_list list;                                                                                                        \
  __builtin_va_start(list, last);                                                                                      \
  const int result_ = call;                                                                                            \
  __builtin_va_end(list);                                                                                              \
  return result_

MODEL(int, snprintf)(char* to, size_t room, const char* format, ...) {
  WITH_ARGUMENTS(format, formatText(to, room, format, list));
}
MODEL(int, sprintf)(char* to, const char* format, ...) {
  WITH_ARGUMENTS(format, formatText(to, UNLIMITED, format, list));
}
MODEL(int, asprintf)(char** result, const char* format, ...) {
  WITH_ARGUMENTS(format, formatNew(result, format, list));
}
MODEL(int, __snprintf_chk)(char* to, size_t room, int flag, size_t size, const char* format, ...) {
  if (size < room) abort();
  WITH_ARGUMENTS(format, formatText(to, room, format, list));
}
/// Ends the program rather than to write beyond `size`.
static int formatChecked(char* to, size_t size, const char* format, va_list list) {
  const int length = formatText(NULL, 0, format, list);
  if (length >= 0 && (size_t)length >= size) abort();
  return formatText(to, UNLIMITED, format, list);
}
MODEL(int, __sprintf_chk)(char* to, int flag, size_t size, const char* format, ...) {
  WITH_ARGUMENTS(format, formatChecked(to, size, format, list));
}
