// ctype.h in the C locale: the functions, and the tables behind glibc's macros. The functions return what glibc's do,
// the bit of the class in its table; they compare instead of looking up, which is easier to reason about.
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

static int isAlnum(int c) { return isDigit(c) || isUpper(c) || isLower(c); }

/// The functions may look their argument up, as the macros do: what is found beyond the table is anything.
UNSPECIFIED(int, character_class);
static int isInTable(int c) { return c >= -128 && c <= 255; }
static int beyondTable(int c) {
  __assay_reads(classes + 128 + c, sizeof classes[0]);
  return __assay_unspecified_character_class();
}
#define CLASS(name, condition, bit)                                                                                    \
  MODEL(int, name)(int c) { return !isInTable(c) ? beyondTable(c) : (condition) ? (bit) : 0; }
CLASS(isupper, isUpper(c), kUpper)
CLASS(islower, isLower(c), kLower)
CLASS(isalpha, isUpper(c) || isLower(c), kAlpha)
CLASS(isdigit, isDigit(c), kDigit)
CLASS(isxdigit, digitValue(c) < 16, kXdigit)
CLASS(isspace, isSpace(c), kSpace)
CLASS(isprint, c >= 0x20 && c < 0x7f, kPrint)
CLASS(isgraph, c > 0x20 && c < 0x7f, kGraph)
CLASS(isblank, c == ' ' || c == '\t', kBlank)
CLASS(iscntrl, (c >= 0 && c < 0x20) || c == 0x7f, kCntrl)
CLASS(ispunct, c > 0x20 && c < 0x7f && !isAlnum(c), kPunct)
CLASS(isalnum, isAlnum(c), kAlnum)
MODEL(int, isascii)(int c) { return (c & ~0x7f) == 0; }
MODEL(int, toascii)(int c) { return c & 0x7f; }
MODEL(int, tolower)(int c) { return toLower(c); }
MODEL(int, toupper)(int c) { return isLower(c) ? c - ('a' - 'A') : c; }

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
