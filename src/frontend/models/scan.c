// stdio.h: formatted input. From a string it is exact for integers, characters and strings. From a stream, what a
// conversion yields is an input of the argument's type: any number can stand in a file.
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

static const char* scanNumber(const char* s, const struct ScanDirective* d, char conversion,
                              struct ScanArguments* arguments) {
  const char* const end = d->width != 0 ? s + d->width : NULL; // never read at or beyond it
  int base = conversion == 'd' || conversion == 'u' ? 10 : conversion == 'o' ? 8 : conversion == 'i' ? 0 : 16;
  int negative = 0;
  int digits = 0;
  u64 value = 0;
  if (*s == '+' || *s == '-') negative = *s++ == '-';
  if (s != end && *s == '0' && (base == 0 || base == 16)) {
    ++s;
    digits = 1;
    if (s != end && toLower((u8)*s) == 'x') {
      ++s;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  for (; s != end && digitValue((u8)*s) < base; ++s) {
    value = value * (u64)base + (u64)digitValue((u8)*s);
    digits = 1;
  }
  if (!digits) return NULL;
  if (!d->suppress) storeInteger(d, arguments, negative ? 0 - value : value);
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
static const char* scanCharacters(const char* s, const struct ScanDirective* d, char conversion, const char* set,
                                  struct ScanArguments* arguments) {
  char* to = d->suppress ? NULL : __builtin_va_arg(arguments->list, char*);
  const int most = d->width != 0 ? d->width : conversion == 'c' ? 1 : INT_MAX;
  const char* unused;
  int n = 0;
  for (; n < most && s[n] != 0; ++n) {
    if (conversion == 's' && isSpace(s[n])) break;
    if (conversion == '[' && !inScanSet(set, s[n], &unused)) break;
    if (to != NULL) to[n] = s[n];
  }
  if (n == 0) return NULL;
  if (conversion != 'c' && to != NULL) to[n] = 0;
  return s + n;
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
  case 's':
  case 'c':
  case '[':
    if (d->wide) __assay_unsupported("wide characters in a scanf format");
    return scanCharacters(s, d, conversion, set, arguments);
  default:
    __assay_unsupported("a scanf format of other than integers, characters and strings");
  }
}

static int scanText(const char* text, const char* format, va_list list) {
  struct ScanArguments arguments;
  __builtin_va_copy(arguments.list, list);
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
    if (conversion != 'c' && conversion != '[') {
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

static void inputInteger(const struct ScanDirective* d, struct ScanArguments* arguments) {
  void* to = __builtin_va_arg(arguments->list, void*);
  if (d->size == 1)
    *(u8*)to = __assay_input_scanf_char();
  else if (d->size == 2)
    *(u16*)to = __assay_input_scanf_short();
  else if (d->size == 4)
    *(u32*)to = __assay_input_scanf_int();
  else
    *(u64*)to = __assay_input_scanf_longlong();
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

static void inputCharacters(const struct ScanDirective* d, int isString, struct ScanArguments* arguments) {
  char* to = __builtin_va_arg(arguments->list, char*);
  const int most = d->width != 0 ? d->width : isString ? INT_MAX : 1;
  int n = 0;
  do {
    const char c = (char)__assay_input_scanf_char();
    if (isString) __VERIFIER_assume(!isSpace(c));
    to[n++] = c;
  } while (n < most && (!isString || __assay_input_scanf_goes_on()));
  if (isString) to[n] = 0;
}

static void inputConversion(const struct ScanDirective* d, char conversion, struct ScanArguments* arguments) {
  switch (conversion) {
  case 'd':
  case 'i':
  case 'u':
  case 'o':
  case 'x':
  case 'X':
    inputInteger(d, arguments);
    break;
  case 'e':
  case 'f':
  case 'g':
  case 'a':
    inputFloat(d, arguments);
    break;
  case 's':
  case 'c':
    if (d->wide) __assay_unsupported("wide characters in a scanf format");
    inputCharacters(d, conversion == 's', arguments);
    break;
  default:
    __assay_unsupported("a scanf format of other than numbers, characters and strings");
  }
}

static int scanStream(FILE* stream, const char* format, va_list list) {
  struct ScanArguments arguments;
  __builtin_va_copy(arguments.list, list);
  int count = 0;
  while (*format != 0) {
    const char f = *format++;
    if (isSpace(f)) continue;
    if (stream->atEnd || __assay_input_scanf_ends()) {
      stream->atEnd = 1;
      return count == 0 ? EOF : count;
    }
    if (!__assay_input_scanf_matches()) return count;
    stream->pushed = 0;
    if (f != '%') continue;
    if (*format == '%') {
      ++format;
      continue;
    }
    const struct ScanDirective d = readScanDirective(&format);
    const char conversion = *format++;
    if (d.suppress) continue;
    inputConversion(&d, conversion, &arguments);
    ++count;
  }
  return count;
}

extern FILE* MODEL_NAME(stdin);

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
    const int count = scanStream(MODEL_NAME(stdin), format, list);                                                     \
    __builtin_va_end(list);                                                                                            \
    return count;                                                                                                      \
  }                                                                                                                    \
  MODEL(int, vname)(const char* format, va_list list) { return scanStream(MODEL_NAME(stdin), format, list); }
SCAN_STANDARD(scanf, vscanf)

// The names under which glibc's headers call these.
SCAN(__isoc99_sscanf, __isoc99_vsscanf, const char* text, text, scanText)
SCAN(__isoc99_fscanf, __isoc99_vfscanf, FILE* stream, stream, scanStream)
SCAN_STANDARD(__isoc99_scanf, __isoc99_vscanf)
