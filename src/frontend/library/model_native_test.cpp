// The library models, compiled for the host under names that begin with model_, against the host's own C library on
// random arguments. Texts stand in heap blocks of exactly their size, so that a sanitizer sees a read too far.
#include "frontend/library/testing/model_functions.h"
#include "frontend/library/testing/model_test.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <functional>
#include <limits>
#include <malloc.h>
#include <memory>
#include <random>
#include <strings.h>

extern "C" {
int model_ffs(int);
int model_ffsll(long long);
uint16_t model_htons(uint16_t);
uint32_t model_ntohl(uint32_t);

int model_isupper(int);
int model_islower(int);
int model_isalpha(int);
int model_isdigit(int);
int model_isxdigit(int);
int model_isspace(int);
int model_isprint(int);
int model_isgraph(int);
int model_isblank(int);
int model_iscntrl(int);
int model_ispunct(int);
int model_isalnum(int);
int model_tolower(int);
int model_toupper(int);
const unsigned short** model___ctype_b_loc();
const int** model___ctype_tolower_loc();
const int** model___ctype_toupper_loc();

unsigned long model_strtoul(const char*, char**, int);
long long model_strtoll(const char*, char**, int);
unsigned long long model_strtoull(const char*, char**, int);
int model_atoi(const char*);
float model_strtof(const char*, char**);
int* model___errno_location();
void model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void* model_bsearch(const void*, const void*, size_t, size_t, int (*)(const void*, const void*));
void* model_realloc(void*, size_t);
int model_asprintf(char**, const char*, ...);
int model_rand();
void* model_fopen(const char*, const char*);
int model_fclose(void*);
int model_fgetc(void*);
int model_feof(void*);
char* model_fgets(char*, int, void*);
int model_fscanf(void*, const char*, ...);
int model_signal(int, void*);
}

namespace assay {
namespace {

int signOf(long long x) { return (x > 0) - (x < 0); }

/// A text in a heap block that ends where the text does.
class Text {
public:
  explicit Text(const std::string& text) : bytes_(new char[text.size() + 1]) {
    std::memcpy(bytes_.get(), text.c_str(), text.size() + 1);
  }
  operator char*() const { return bytes_.get(); }

private:
  std::unique_ptr<char[]> bytes_;
};

TEST_F(ModelTest, StringMeasuresAndComparisons) {
  for (int round = 0; round < kRounds; ++round) {
    const Text a(word("abA\xe4", 6));
    const Text b(word("abA\xe4", 6));
    const size_t n = below(8);
    EXPECT_EQ(model_strlen(a), strlen(a));
    EXPECT_EQ(model_strnlen(a, n), strnlen(a, n));
    EXPECT_EQ(signOf(model_strcmp(a, b)), signOf(strcmp(a, b)));
    EXPECT_EQ(signOf(model_strncmp(a, b, n)), signOf(strncmp(a, b, n)));
    EXPECT_EQ(signOf(model_strcasecmp(a, b)), signOf(strcasecmp(a, b)));
    EXPECT_EQ(signOf(model_strncasecmp(a, b, n)), signOf(strncasecmp(a, b, n)));
    EXPECT_EQ(model_strspn(a, b), strspn(a, b));
    EXPECT_EQ(model_strcspn(a, b), strcspn(a, b));
    const size_t common = std::min(strlen(a), strlen(b)) + 1;
    EXPECT_EQ(signOf(model_memcmp(a, b, common)), signOf(memcmp(a, b, common)));
  }
}

TEST_F(ModelTest, StringSearches) {
  for (int round = 0; round < kRounds; ++round) {
    const Text a(word("ab\xe4", 8));
    const Text part(word("abA", 3));
    const int c = "ab\xe4x"[below(5)];
    EXPECT_EQ(model_strchr(a, c), strchr(a, c));
    EXPECT_EQ(model_strrchr(a, c), strrchr(a, c));
    EXPECT_EQ(model_strchrnul(a, c), strchrnul(a, c));
    EXPECT_EQ(model_strpbrk(a, part), strpbrk(a, part));
    EXPECT_EQ(model_strstr(a, part), strstr(a, part));
    EXPECT_EQ(model_strcasestr(a, part), strcasestr(a, part));
    const size_t n = strlen(a);
    EXPECT_EQ(model_memchr(a, c, n), memchr(a, c, n));
    EXPECT_EQ(model_memrchr(a, c, n), memrchr(a, c, n));
    EXPECT_EQ(model_memmem(a, n, part, strlen(part)), memmem(a, n, part, strlen(part)));
  }
}

TEST_F(ModelTest, StringCopies) {
  for (int round = 0; round < kRounds; ++round) {
    const Text from(word("xyz", 6));
    const std::string before = word("ab", 5);
    const size_t n = below(9);
    char wanted[20];
    char got[20];
    auto compare = [&](auto real, auto model) {
      memset(wanted, '?', sizeof wanted);
      memset(got, '?', sizeof got);
      strcpy(wanted, before.c_str());
      strcpy(got, before.c_str());
      const char* const realEnd = real(wanted);
      const char* const modelEnd = model(got);
      EXPECT_EQ(realEnd - wanted, modelEnd - got);
      EXPECT_EQ(memcmp(wanted, got, sizeof wanted), 0) << before << " " << from << " " << n;
    };
    compare([&](char* to) { return strcpy(to, from); }, [&](char* to) { return model_strcpy(to, from); });
    compare([&](char* to) { return stpcpy(to, from); }, [&](char* to) { return model_stpcpy(to, from); });
    compare([&](char* to) { return strncpy(to, from, n); }, [&](char* to) { return model_strncpy(to, from, n); });
    compare([&](char* to) { return stpncpy(to, from, n); }, [&](char* to) { return model_stpncpy(to, from, n); });
    compare([&](char* to) { return strcat(to, from); }, [&](char* to) { return model_strcat(to, from); });
    compare([&](char* to) { return strncat(to, from, n); }, [&](char* to) { return model_strncat(to, from, n); });
    const size_t size = strlen(from) + 1;
    compare([&](char* to) { return static_cast<char*>(mempcpy(to, from, size)); },
            [&](char* to) { return static_cast<char*>(model_mempcpy(to, from, size)); });
    const std::unique_ptr<char, decltype(&free)> copy(model_strdup(from), free);
    EXPECT_STREQ(copy.get(), from);
    const std::unique_ptr<char, decltype(&free)> part(model_strndup(from, n), free);
    EXPECT_EQ(std::string(part.get()), std::string(from).substr(0, n));
  }
}

TEST_F(ModelTest, Tokens) {
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = word("ab,; ", 12);
    const Text a(text);
    const Text b(text);
    char* aRest = nullptr;
    char* bRest = nullptr;
    char* aToken = strtok_r(a, ",;", &aRest);
    char* bToken = model_strtok_r(b, ",;", &bRest);
    const Text c(text);
    char* cToken = model_strtok(c, ",;");
    for (; aToken != nullptr; aToken = strtok_r(nullptr, ",;", &aRest)) {
      ASSERT_STREQ(aToken, bToken) << text;
      ASSERT_STREQ(aToken, cToken) << text;
      bToken = model_strtok_r(nullptr, ",;", &bRest);
      cToken = model_strtok(nullptr, ",;");
    }
    EXPECT_EQ(bToken, nullptr);
    EXPECT_EQ(cToken, nullptr);
    const Text d(text);
    const Text e(text);
    char* dRest = d;
    char* eRest = e;
    while (dRest != nullptr) EXPECT_STREQ(strsep(&dRest, ", "), model_strsep(&eRest, ", "));
    EXPECT_EQ(eRest, nullptr);
  }
}

TEST_F(ModelTest, Ctype) {
  struct Pair {
    int (*volatile real)(int); // volatile: the compiler has its own idea of isdigit's result
    int (*model)(int);
  };
  const Pair pairs[] = {{isupper, model_isupper}, {islower, model_islower},   {isalpha, model_isalpha},
                        {isdigit, model_isdigit}, {isxdigit, model_isxdigit}, {isspace, model_isspace},
                        {isprint, model_isprint}, {isgraph, model_isgraph},   {isblank, model_isblank},
                        {iscntrl, model_iscntrl}, {ispunct, model_ispunct},   {isalnum, model_isalnum},
                        {tolower, model_tolower}, {toupper, model_toupper}};
  for (const Pair& pair : pairs) {
    for (int c = -1; c < 256; ++c) EXPECT_EQ(pair.model(c), pair.real(c)) << &pair - pairs << " of " << c;
  }
  for (int c = -128; c < 256; ++c) {
    EXPECT_EQ((*model___ctype_b_loc())[c], (*__ctype_b_loc())[c]) << c;
    EXPECT_EQ((*model___ctype_tolower_loc())[c], (*__ctype_tolower_loc())[c]) << c;
    EXPECT_EQ((*model___ctype_toupper_loc())[c], (*__ctype_toupper_loc())[c]) << c;
  }
}

TEST_F(ModelTest, TextToInteger) {
  static constexpr int kBases[] = {0, 2, 8, 10, 16, 36};
  for (int round = 0; round < 10 * kRounds; ++round) {
    const Text text(word(" ", 2) + word("+-", 1) + word("0x", 2) + word("019fFzZ8", below(2) ? 3 : 24));
    const int base = kBases[below(std::size(kBases))];
    auto compare = [&](auto real, auto model) {
      char* realEnd = nullptr;
      char* modelEnd = nullptr;
      errno = 0;
      *model___errno_location() = 0;
      EXPECT_EQ(real(text, &realEnd, base), model(text, &modelEnd, base)) << text << " in base " << base;
      EXPECT_EQ(realEnd, modelEnd) << text << " in base " << base;
      EXPECT_EQ(errno, *model___errno_location()) << text;
    };
    compare(strtol, model_strtol);
    compare(strtoul, model_strtoul);
    compare(strtoll, model_strtoll);
    compare(strtoull, model_strtoull);
    EXPECT_EQ(atoi(text), model_atoi(text)) << text;
  }
  EXPECT_EQ(model_strtol("12", nullptr, 1), 0);
  EXPECT_EQ(*model___errno_location(), EINVAL);
}

TEST_F(ModelTest, TextToFloat) {
  inputSource() = [](void*, size_t) { throw Unsupported("not exact"); };
  int exact = 0;
  for (int round = 0; round < 10 * kRounds; ++round) {
    const std::string tail = below(3) == 0 ? word("eE", 1) + word("+-", 1) + word("0123", 2) : word("einfa(x", 2);
    const Text text(word(" \t", 1) + word("+-", 1) + word("0123456789", 7) + word(".", 1) + word("0159", 5) + tail);
    try {
      char* end = nullptr;
      const double got = model_strtod(text, &end);
      char* realEnd = nullptr;
      const double wanted = strtod(text, &realEnd);
      EXPECT_EQ(realEnd, end) << text;
      expectSame(wanted, got, 0.0, 0.0);
      expectSame(strtof(text, nullptr), model_strtof(text, nullptr), 0.0F, 0.0F);
      ++exact;
    } catch (const Unsupported&) {
    }
  }
  EXPECT_GT(exact, 5 * kRounds);
  for (const char* word : {"inf", "-INFINITY", "nan", "nan(12_a)", "infinit", "+nAn(", "0", "-0", "."}) {
    char* end = nullptr;
    char* realEnd = nullptr;
    expectSame(strtod(word, &realEnd), model_strtod(word, &end), 0.0, 0.0);
    EXPECT_EQ(realEnd, end) << word;
  }
  for (const char* hexadecimal : {"0x1p3", "0x.8", "-0x1.8p-4", "0xfffffffffffff8p0"})
    EXPECT_EQ(model_strtod(hexadecimal, nullptr), strtod(hexadecimal, nullptr)) << hexadecimal;
}

int compareInts(const void* a, const void* b) {
  const int x = *static_cast<const int*>(a);
  const int y = *static_cast<const int*>(b);
  return (x > y) - (x < y);
}

TEST_F(ModelTest, SortAndSearch) {
  for (int round = 0; round < kRounds / 10; ++round) {
    std::vector<int> values(below(12));
    for (int& value : values) value = static_cast<int>(below(10));
    std::vector<int> sorted = values;
    std::sort(sorted.begin(), sorted.end());
    model_qsort(values.data(), values.size(), sizeof(int), compareInts);
    EXPECT_EQ(values, sorted);
    const int key = static_cast<int>(below(10));
    const void* found = model_bsearch(&key, values.data(), values.size(), sizeof(int), compareInts);
    EXPECT_EQ(found != nullptr, std::binary_search(sorted.begin(), sorted.end(), key));
    if (found != nullptr) {
      EXPECT_EQ(*static_cast<const int*>(found), key);
    }
  }
}

TEST_F(ModelTest, SmallFunctions) {
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(model_ffsll(1LL << i), ffsll(1LL << i));
    EXPECT_EQ(model_ffs(i), ffs(i));
  }
  EXPECT_EQ(model_htons(0x1234), 0x3412);
  EXPECT_EQ(model_ntohl(0x12345678), 0x78563412u);
  EXPECT_EQ(model_wcslen(L"wide"), 4u);
  EXPECT_EQ(signOf(model_wcscmp(L"wide", L"wise")), -1);
  wchar_t copy[8];
  EXPECT_EQ(model_wcscpy(copy, L"wide"), copy);
  EXPECT_EQ(model_wcschr(copy, L'd'), copy + 2);
  char target[8] = "???????";
  EXPECT_EQ(model_memccpy(target, "ab,cd", ',', 5), target + 3);
  EXPECT_STREQ(target, "ab,????");
  char* block = static_cast<char*>(model_realloc(nullptr, 5));
  strcpy(block, "four");
  block = static_cast<char*>(model_realloc(block, 5000));
  EXPECT_STREQ(block, "four");
  EXPECT_EQ(model_realloc(block, 0), nullptr);
}

TEST_F(ModelTest, FormatIntegersAndStrings) {
  for (int round = 0; round < 10 * kRounds; ++round) {
    const std::string flags = "%" + word("-+ #0", 3) + (below(2) ? std::to_string(below(12)) : "") +
                              (below(2) ? "." + std::to_string(below(6)) : "");
    const size_t room = below(30);
    char wanted[64] = "";
    char got[64] = "";
    auto compare = [&](const std::string& conversion, auto value) {
      const std::string format = "<" + flags + conversion + ">%%";
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
      const int real = snprintf(wanted, room, format.c_str(), value);
#pragma GCC diagnostic pop
      EXPECT_EQ(real, model_snprintf(got, room, format.c_str(), value)) << format;
      if (room != 0) {
        EXPECT_STREQ(wanted, got) << format;
      }
    };
    const auto number = below(3) == 0 ? static_cast<int64_t>(below(3)) - 1 : static_cast<int64_t>(random_());
    static constexpr const char* kIntegers[] = {"d", "i", "u", "x", "X", "o"};
    const std::string conversion = kIntegers[below(6)];
    compare(conversion, static_cast<int>(number));
    compare("hh" + conversion, static_cast<int>(number));
    compare("h" + conversion, static_cast<int>(number));
    compare("l" + conversion, static_cast<long>(number));
    compare("ll" + conversion, static_cast<long long>(number));
    compare("z" + conversion, static_cast<size_t>(number));
    compare("c", 'x');
    const Text text(word("abc", 8));
    compare("s", static_cast<const char*>(text));
  }
  char* text = nullptr;
  int length = 0;
  EXPECT_EQ(model_asprintf(&text, "%*d|%-*s|%n", 5, 42, 4, "ab", &length), 11);
  EXPECT_STREQ(text, "   42|ab  |");
  EXPECT_EQ(length, 11);
  free(text);
  // Characters of a float are open, its shortest length is not.
  char number[64];
  for (const char* format : {"%f", "%.2f", "%8.1f", "%.0f", "%e", "%+.3e"}) {
    const int length = snprintf(number, sizeof number, format, 12.5);
    EXPECT_EQ(model_sprintf(number, format, 12.5), length) << format;
    EXPECT_EQ(strlen(number), static_cast<size_t>(length)) << format;
  }
}

TEST_F(ModelTest, ScanStrings) {
  static constexpr const char* kFormats[] = {"%d %x",    "%i,%i",    "%3d%2u", "%s %c",  "%[a-c1] %n",
                                             "%[^,],%d", "%*d %d%%", "%2s%1c", "a%db%d", " %o %d",
                                             "%5[^]x]",  "%3i %2x",  "%c%c",   "%1d%1d", "%*s%d"};
  for (int round = 0; round < 20 * kRounds; ++round) {
    const std::string text = word("01x-+,ab8f%] ", 10);
    const char* format = kFormats[below(std::size(kFormats))];
    alignas(8) char wanted[2][24];
    alignas(8) char got[2][24];
    memset(wanted, 0x55, sizeof wanted);
    memset(got, 0x55, sizeof got);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    const int real = sscanf(text.c_str(), format, wanted[0], wanted[1]);
#pragma GCC diagnostic pop
    EXPECT_EQ(real, model_sscanf(Text(text), format, got[0], got[1])) << "'" << text << "' as " << format;
    EXPECT_EQ(memcmp(wanted, got, sizeof wanted), 0) << "'" << text << "' as " << format;
  }
}

TEST_F(ModelTest, InputsAreBounded) {
  int next = -5;
  inputSource() = [&](void* value, size_t size) { std::memcpy(value, &next, std::min(size, sizeof next)); };
  EXPECT_THROW(model_rand(), AssumptionFailed);
  next = 5;
  EXPECT_EQ(model_rand(), 5);
  EXPECT_THROW(model_signal(2, &next), Unsupported);
}

TEST_F(ModelTest, StreamsEndOnceAndForAll) {
  const std::string content = "ab\ncd";
  size_t at = 0;
  inputSource() = [&](void* value, size_t size) {
    const int c = at < content.size() ? content[at] : EOF;
    ++at;
    std::memcpy(value, &c, std::min(size, sizeof c));
  };
  void* const file = model_fopen("name", "r"); // takes the first character as its success
  ASSERT_NE(file, nullptr);
  char line[8];
  EXPECT_STREQ(model_fgets(line, sizeof line, file), "b\n");
  EXPECT_STREQ(model_fgets(line, 2, file), "c");
  EXPECT_EQ(model_feof(file), 0);
  EXPECT_EQ(model_fgetc(file), 'd');
  EXPECT_EQ(model_fgetc(file), EOF);
  EXPECT_NE(model_feof(file), 0);
  at = 0;
  EXPECT_EQ(model_fgetc(file), EOF);
  model_fclose(file);
}

} // namespace
} // namespace assay
