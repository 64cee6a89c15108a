// ctype.h in the C locale: the functions, and the tables behind glibc's macros. The functions return what glibc's do, the
// bit of the class in its table; they compare instead of looking up, which is easier to reason about.
#include "assay_models.h"

enum {
  kUpper = 0x100,
  kLower = 0x200,
  kAlpha = 0x400,
  kDigit = 0x800,
  kXdigit = 0x1000,
  kSpace = 0x2000,
  kPrint = 0x4000,
  kGraph = 0x8000,
  kBlank = 0x0001,
  kCntrl = 0x0002,
  kPunct = 0x0004,
  kAlnum = 0x0008,
};

static int isAlnum(int c) { return isDigit(c) || isUpper(c) || isLower(c); }

MODEL(int, isupper)(int c) { return isUpper(c) ? kUpper : 0; }
MODEL(int, islower)(int c) { return isLower(c) ? kLower : 0; }
MODEL(int, isalpha)(int c) { return isUpper(c) || isLower(c) ? kAlpha : 0; }
MODEL(int, isdigit)(int c) { return isDigit(c) ? kDigit : 0; }
MODEL(int, isxdigit)(int c) { return digitValue(c) < 16 ? kXdigit : 0; }
MODEL(int, isspace)(int c) { return isSpace(c) ? kSpace : 0; }
MODEL(int, isprint)(int c) { return c >= 0x20 && c < 0x7f ? kPrint : 0; }
MODEL(int, isgraph)(int c) { return c > 0x20 && c < 0x7f ? kGraph : 0; }
MODEL(int, isblank)(int c) { return c == ' ' || c == '\t' ? kBlank : 0; }
MODEL(int, iscntrl)(int c) { return (c >= 0 && c < 0x20) || c == 0x7f ? kCntrl : 0; }
MODEL(int, ispunct)(int c) { return c > 0x20 && c < 0x7f && !isAlnum(c) ? kPunct : 0; }
MODEL(int, isalnum)(int c) { return isAlnum(c) ? kAlnum : 0; }
MODEL(int, isascii)(int c) { return (c & ~0x7f) == 0; }
MODEL(int, toascii)(int c) { return c & 0x7f; }
MODEL(int, tolower)(int c) { return toLower(c); }
MODEL(int, toupper)(int c) { return isLower(c) ? c - ('a' - 'A') : c; }

// Tables have an entry for each of -128 ... 255; the pointer that programs get is to the entry of 0.
#define AT(c) [128 + (c)]
#define FROM_TO(a, b) [128 + (a)... 128 + (b)]

static const u16 classes[384] = {
    FROM_TO(0, 8) = kCntrl,
    AT('\t') = kCntrl | kSpace | kBlank,
    FROM_TO('\n', '\r') = kCntrl | kSpace,
    FROM_TO(14, 31) = kCntrl,
    AT(' ') = kPrint | kSpace | kBlank,
    FROM_TO('!', '/') = kPrint | kGraph | kPunct,
    FROM_TO('0', '9') = kPrint | kGraph | kAlnum | kDigit | kXdigit,
    FROM_TO(':', '@') = kPrint | kGraph | kPunct,
    FROM_TO('A', 'F') = kPrint | kGraph | kAlnum | kAlpha | kUpper | kXdigit,
    FROM_TO('G', 'Z') = kPrint | kGraph | kAlnum | kAlpha | kUpper,
    FROM_TO('[', '`') = kPrint | kGraph | kPunct,
    FROM_TO('a', 'f') = kPrint | kGraph | kAlnum | kAlpha | kLower | kXdigit,
    FROM_TO('g', 'z') = kPrint | kGraph | kAlnum | kAlpha | kLower,
    FROM_TO('{', '~') = kPrint | kGraph | kPunct,
    AT(127) = kCntrl,
};

#define ROW4(f, c) f(c), f((c) + 1), f((c) + 2), f((c) + 3)
#define ROW16(f, c) ROW4(f, c), ROW4(f, (c) + 4), ROW4(f, (c) + 8), ROW4(f, (c) + 12)
#define ROW64(f, c) ROW16(f, c), ROW16(f, (c) + 16), ROW16(f, (c) + 32), ROW16(f, (c) + 48)
#define ROW128(f, c) ROW64(f, c), ROW64(f, (c) + 64)
#define SAME(c) ((c) == 255 ? -1 : (c))
#define ITSELF(c) (c)
#define LOWER(c) ((c) >= 'A' && (c) <= 'Z' ? (c) + 32 : (c))
#define UPPER(c) ((c) >= 'a' && (c) <= 'z' ? (c) - 32 : (c))

static const int lowers[384] = {ROW128(SAME, 128), ROW128(LOWER, 0), ROW128(ITSELF, 128)};
static const int uppers[384] = {ROW128(SAME, 128), ROW128(UPPER, 0), ROW128(ITSELF, 128)};

MODEL(const u16**, __ctype_b_loc)(void) {
  static const u16* table = classes + 128;
  return &table;
}
MODEL(const int**, __ctype_tolower_loc)(void) {
  static const int* table = lowers + 128;
  return &table;
}
MODEL(const int**, __ctype_toupper_loc)(void) {
  static const int* table = uppers + 128;
  return &table;
}
