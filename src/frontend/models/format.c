// stdio.h: formatted output into strings. Integers, characters and strings are formatted exactly; floating-point numbers
// and pointers are not modelled.
#include "assay_models.h"

struct Sink {
  char* to;
  size_t room;   // of `to`, the terminator's included
  size_t length; // of the whole text, whether it fits or not
};

static void put(struct Sink* sink, char c) {
  if (sink->length + 1 < sink->room) sink->to[sink->length] = c;
  ++sink->length;
}
static void putMany(struct Sink* sink, char c, int count) {
  for (; count > 0; --count) put(sink, c);
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
};

static int readNumber(const char** format, struct Arguments* arguments) {
  if (**format == '*') {
    ++*format;
    return __builtin_va_arg(arguments->list, int);
  }
  int number = 0;
  for (; isDigit(**format); ++*format) number = number * 10 + (**format - '0');
  return number;
}

static struct Directive readDirective(const char** format, struct Arguments* arguments) {
  struct Directive d = {0, 0, 0, 0, 0, 0, -1, sizeof(int), 0};
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

static void putInteger(struct Sink* sink, const struct Directive* d, u64 magnitude, char sign, char conversion) {
  const unsigned base = conversion == 'o' ? 8 : conversion == 'x' || conversion == 'X' ? 16 : 10;
  const char ten = conversion == 'X' ? 'A' : 'a';
  const int prefixed = d->alternate && base == 16 && magnitude != 0;
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
  const char sign = value < 0 ? '-' : d->plus ? '+' : d->space ? ' ' : 0;
  putInteger(sink, d, value < 0 ? 0 - (u64)value : (u64)value, sign, 'd');
}

static void putText(struct Sink* sink, const struct Directive* d, const char* s, int length) {
  if (!d->left) putMany(sink, ' ', d->width - length);
  for (int i = 0; i < length; ++i) put(sink, s[i]);
  if (d->left) putMany(sink, ' ', d->width - length);
}

static void putString(struct Sink* sink, const struct Directive* d, const char* s) {
  if (s == NULL) s = d->precision < 0 || d->precision >= 6 ? "(null)" : "";
  int length = 0;
  while ((d->precision < 0 || length < d->precision) && s[length] != 0) ++length;
  putText(sink, d, s, length);
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

static void convert(struct Sink* sink, struct Directive* d, char conversion, struct Arguments* arguments) {
  char c;
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
    if (d->wide) __assay_unsupported("a wide character in a format");
    c = (char)__builtin_va_arg(arguments->list, int);
    putText(sink, d, &c, 1);
    break;
  case 's':
    if (d->wide) __assay_unsupported("a wide string in a format");
    putString(sink, d, __builtin_va_arg(arguments->list, const char*));
    break;
  case 'n':
    storeLength(d, arguments, sink->length);
    break;
  case '%':
    put(sink, '%');
    break;
  default:
    __assay_unsupported("a format of other than integers, characters and strings");
  }
}

static int formatText(char* to, size_t room, const char* format, va_list list) {
  struct Sink sink = {to, room, 0};
  struct Arguments arguments;
  __builtin_va_copy(arguments.list, list);
  while (*format != 0) {
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
  return (int)sink.length;
}

#define UNLIMITED (~(size_t)0)

/// The text in a block of the heap, as asprintf makes it.
static int formatNew(char** result, const char* format, va_list list) {
  const int length = formatText(NULL, 0, format, list);
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
MODEL(int, __sprintf_chk)(char* to, int flag, size_t size, const char* format, ...) {
  WITH_ARGUMENTS(format, formatText(to, size, format, list));
}
