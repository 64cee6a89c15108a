// What library functions touch. Each argument stands directly before a page that nobody may access, in exactly the
// bytes that the standard lets the function use: the host's function and the model must both get by with them, and do
// the same. Then one of the arguments lacks its last byte: where the host's function runs into the page, the model must
// do so too, or it would miss a violation.
#include "frontend/library/testing/model_functions.h"

#include <gtest/gtest.h>

#include <array>
#include <cerrno>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cwchar>
#include <dlfcn.h>
#include <functional>
#include <random>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

size_t __assay_bytes_left(const void*) { return 0; }
void __assay_reads(const void* p, size_t size) {
  for (size_t i = 0; i < size; ++i) (void)static_cast<const volatile char*>(p)[i];
}
int __assay_checks_reads() { return 1; }
void* __assay_new(size_t size, const char*) { return std::calloc(1, size); }
void __assay_delete(void* p) { std::free(p); }

namespace assay {
namespace {

constexpr size_t kMaxBuffers = 3;
sigjmp_buf afterFault;
extern "C" void onFault(int) { siglongjmp(afterFault, 1); }

/// Bytes that end where a page begins that cannot be accessed.
class GuardedPage {
public:
  GuardedPage() {
    pages_ = static_cast<char*>(mmap(nullptr, 2 * size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    EXPECT_NE(pages_, MAP_FAILED);
    EXPECT_EQ(mprotect(pages_ + size_, size_, PROT_NONE), 0);
  }
  ~GuardedPage() { munmap(pages_, 2 * size_); }
  GuardedPage(const GuardedPage&) = delete;
  GuardedPage& operator=(const GuardedPage&) = delete;

  char* put(const std::string& bytes) {
    char* const to = pages_ + size_ - bytes.size();
    std::memcpy(to, bytes.data(), bytes.size());
    return to;
  }

private:
  size_t size_ = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  char* pages_ = nullptr;
};

/// Arguments: the bytes that each buffer has to have, and numbers.
struct Arguments {
  std::vector<std::string> buffers;
  std::array<size_t, 2> n = {};
};

/// Arguments in memory, and what a call did with them.
struct GuardedCall {
  std::array<char*, kMaxBuffers> at = {};
  std::array<size_t, kMaxBuffers> size = {};
  std::array<size_t, 2> n = {};

  char* text(size_t i) const { return at[i]; }
  wchar_t* wide(size_t i) const { return reinterpret_cast<wchar_t*>(at[i]); }
  /// Pointers into a buffer as places, so that calls can be compared.
  int64_t place(const void* p) const {
    for (size_t i = 0; i < kMaxBuffers; ++i) {
      const char* const c = static_cast<const char*>(p);
      if (at[i] != nullptr && c >= at[i] && c <= at[i] + size[i])
        return static_cast<int64_t>(1000 * (i + 1)) + (c - at[i]);
    }
    return p == nullptr ? 0 : -1;
  }
};

int64_t sign(int64_t x) { return (x > 0) - (x < 0); }

struct GuardedFunction {
  const char* name;
  std::function<Arguments()> make;
  std::function<int64_t(const GuardedCall&)> host;
  std::function<int64_t(const GuardedCall&)> model;
  /// The function may stop as soon as it knows an answer other than 0, and the host's need not: strings that lack a
  /// terminator are compared only where the answer is 0.
  bool stopsEarly = false;
  /// A fault inside of the host's function cannot be jumped out of.
  bool needsProcess = false;
};

/// The host's function of this name, as a function of the model's type. By name: C++ has overloads of some, and the
/// compiler knows others.
template <class F>
F* hostFunction(F*, const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

// A function, how to make its arguments, and a call of `f` with the arguments in `c` that yields a number.
#define FUNCTION(name, make, call)                                                                                     \
  GuardedFunction {                                                                                                    \
    #name, make,                                                                                                       \
        [](const GuardedCall& c) -> int64_t {                                                                          \
          auto* volatile f = hostFunction(&model_##name, #name);                                                       \
          call;                                                                                                        \
        },                                                                                                             \
        [](const GuardedCall& c) -> int64_t {                                                                          \
          auto* volatile f = &model_##name;                                                                            \
          call;                                                                                                        \
        }                                                                                                              \
  }

class GuardTest : public testing::Test {
protected:
  GuardTest() {
    struct sigaction action = {};
    action.sa_handler = onFault;
    action.sa_flags = SA_NODEFER;
    sigaction(SIGSEGV, &action, &oldSegv_);
    sigaction(SIGBUS, &action, &oldBus_);
  }
  ~GuardTest() override {
    sigaction(SIGSEGV, &oldSegv_, nullptr);
    sigaction(SIGBUS, &oldBus_, nullptr);
  }

  struct Outcome {
    bool faults = false;
    int64_t value = 0;
    std::array<std::string, kMaxBuffers> after;
  };

  Outcome run(const std::function<int64_t(const GuardedCall&)>& function, const Arguments& arguments) {
    GuardedCall call;
    call.n = arguments.n;
    for (size_t i = 0; i < arguments.buffers.size(); ++i) {
      call.at[i] = pages_[i].put(arguments.buffers[i]);
      call.size[i] = arguments.buffers[i].size();
    }
    Outcome outcome;
    if (sigsetjmp(afterFault, 1) != 0) {
      outcome.faults = true;
      return outcome;
    }
    outcome.value = function(call);
    for (size_t i = 0; i < arguments.buffers.size(); ++i) outcome.after[i].assign(call.at[i], call.size[i]);
    return outcome;
  }

  bool faultsInChild(const std::function<int64_t(const GuardedCall&)>& function, const Arguments& arguments) {
    const pid_t child = fork();
    if (child == 0) {
      for (int signal : {SIGSEGV, SIGBUS}) std::signal(signal, [](int) { _exit(1); });
      (void)run(function, arguments);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return status != 0;
  }

  /// Of each buffer a character is taken away, of `width` bytes: addresses stay aligned.
  void compare(const GuardedFunction& function, int rounds, size_t width = 1) {
    size_t hostFaults = 0;
    for (int round = 0; round < rounds; ++round) {
      Arguments arguments = function.make();
      const Outcome host = run(function.host, arguments);
      const Outcome model = run(function.model, arguments);
      const std::string what = function.name + textOf(arguments);
      ASSERT_FALSE(host.faults) << what << ": the host needs more than the test gives it";
      ASSERT_FALSE(model.faults) << what << ": the model touches too much";
      ASSERT_EQ(host.value, model.value) << what;
      ASSERT_EQ(host.after, model.after) << what;
      for (std::string& buffer : arguments.buffers) {
        if (buffer.empty() || (function.stopsEarly && host.value != 0)) continue;
        const std::string last = buffer.substr(buffer.size() - width);
        buffer.resize(buffer.size() - width);
        const bool hostFails =
            function.needsProcess ? faultsInChild(function.host, arguments) : run(function.host, arguments).faults;
        const bool modelFails = run(function.model, arguments).faults;
        hostFaults += hostFails ? 1 : 0;
        ASSERT_TRUE(modelFails || !hostFails) << what << ": the model touches less than the host's function";
        buffer += last;
      }
    }
    EXPECT_GT(hostFaults, 0u) << function.name << ": the test never gave it too little";
  }

  static std::string textOf(const Arguments& arguments) {
    std::string text;
    for (const std::string& buffer : arguments.buffers) text += " <" + buffer + ">";
    for (size_t n : arguments.n) text += " " + std::to_string(n);
    return text;
  }

  // Arguments.

  size_t below(size_t n) { return random_() % n; }
  std::string word(const std::string& alphabet, size_t longest) {
    std::string result(below(longest + 1), ' ');
    for (char& c : result) c = alphabet[below(alphabet.size())];
    return result;
  }
  std::string string(const std::string& alphabet, size_t longest) { return word(alphabet, longest) + '\0'; }
  std::string text() { return string("ab\xe4,", 7); }
  static std::string room(size_t n) { return std::string(n, '?'); }
  /// What a function reads that stops at a terminator or after n characters.
  static std::string upTo(const std::string& text, size_t n) { return text.substr(0, n); }
  static std::string widened(const std::string& text) {
    std::string result;
    for (char c : text) {
      const wchar_t w = static_cast<unsigned char>(c);
      result.append(reinterpret_cast<const char*>(&w), sizeof w);
    }
    return result;
  }

  std::mt19937_64 random_{21};
  std::array<GuardedPage, kMaxBuffers> pages_;
  struct sigaction oldSegv_ = {};
  struct sigaction oldBus_ = {};
};

TEST_F(GuardTest, StringsThatAreRead) {
  auto one = [this] { return Arguments{{text()}, {}}; };
  auto oneAndByte = [this] { return Arguments{{text()}, {static_cast<unsigned char>("ab\xe4x"[below(5)])}}; };
  auto two = [this] { return Arguments{{text(), text()}, {}}; };
  auto oftenEqual = [this] {
    const std::string first = text();
    return Arguments{{first, below(2) == 0 ? first : text()}, {}};
  };
  auto twoAndCount = [this] {
    const size_t n = below(9);
    return Arguments{{upTo(text(), n), upTo(text(), n)}, {n}};
  };
  auto oneAndCount = [this] {
    const size_t n = below(9);
    return Arguments{{upTo(text(), n)}, {n}};
  };
  const GuardedFunction functions[] = {
    FUNCTION(strlen, one, return static_cast<int64_t>(f(c.text(0)))),
    FUNCTION(strnlen, oneAndCount, return static_cast<int64_t>(f(c.text(0), c.n[0]))),
    FUNCTION(strchr, oneAndByte, return c.place(f(c.text(0), static_cast<int>(c.n[0])))),
    FUNCTION(strrchr, oneAndByte, return c.place(f(c.text(0), static_cast<int>(c.n[0])))),
    FUNCTION(strchrnul, oneAndByte, return c.place(f(c.text(0), static_cast<int>(c.n[0])))),
    FUNCTION(index, oneAndByte, return c.place(f(c.text(0), static_cast<int>(c.n[0])))),
    FUNCTION(rindex, oneAndByte, return c.place(f(c.text(0), static_cast<int>(c.n[0])))),
    FUNCTION(strspn, two, return static_cast<int64_t>(f(c.text(0), c.text(1)))),
    FUNCTION(strcspn, two, return static_cast<int64_t>(f(c.text(0), c.text(1)))),
    FUNCTION(strpbrk, two, return c.place(f(c.text(0), c.text(1)))),
    FUNCTION(strdup, one, char* copy = f(c.text(0)); const int same = strcmp(copy, c.text(0)); free(copy); return same),
    FUNCTION(strndup, oneAndCount, char* copy = f(c.text(0), c.n[0]);
             const int64_t length = static_cast<int64_t>(strlen(copy)); free(copy); return length),
  };
  for (const GuardedFunction& function : functions) compare(function, 300);
  const GuardedFunction early[] = {
      FUNCTION(strcmp, oftenEqual, return sign(f(c.text(0), c.text(1)))),
      FUNCTION(strcoll, oftenEqual, return sign(f(c.text(0), c.text(1)))),
      FUNCTION(strcasecmp, oftenEqual, return sign(f(c.text(0), c.text(1)))),
      FUNCTION(strncmp, twoAndCount, return sign(f(c.text(0), c.text(1), c.n[0]))),
      FUNCTION(strncasecmp, twoAndCount, return sign(f(c.text(0), c.text(1), c.n[0]))),
      FUNCTION(strstr, two, return c.place(f(c.text(0), c.text(1)))),
      FUNCTION(strcasestr, two, return c.place(f(c.text(0), c.text(1)))),
  };
  for (GuardedFunction function : early) {
    function.stopsEarly = true;
    compare(function, 300);
  }
}

TEST_F(GuardTest, StringsThatAreWritten) {
  auto copy = [this] {
    const std::string from = text();
    return Arguments{{room(from.size()), from}, {}};
  };
  auto counted = [this] {
    const size_t n = below(9);
    return Arguments{{room(n), upTo(text(), n)}, {n}};
  };
  auto append = [this] {
    const std::string from = text();
    const std::string to = text();
    return Arguments{{to + room(from.size() - 1), from}, {}};
  };
  auto appendCounted = [this] {
    const size_t n = below(9);
    const std::string from = upTo(text(), n);
    const std::string to = text();
    return Arguments{{to + room(strnlen(from.data(), from.size())), from}, {n}};
  };
  auto transform = [this] {
    const std::string from = text();
    return Arguments{{room(from.size()), from}, {from.size()}};
  };
  auto tokens = [this] { return Arguments{{text(), string(",b", 2)}, {}}; };
  const GuardedFunction functions[] = {
    FUNCTION(strcpy, copy, return c.place(f(c.text(0), c.text(1)))),
    FUNCTION(stpcpy, copy, return c.place(f(c.text(0), c.text(1)))),
    FUNCTION(strncpy, counted, return c.place(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(stpncpy, counted, return c.place(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(strcat, append, return c.place(f(c.text(0), c.text(1)))),
    FUNCTION(strncat, appendCounted, return c.place(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(strxfrm, transform, return static_cast<int64_t>(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(strtok, tokens, int64_t sum = 0; for (char* t = f(c.text(0), c.text(1)); t != nullptr;
                                                   t = f(nullptr, c.text(1))) sum = 3 * sum + c.place(t);
             return sum),
    FUNCTION(strtok_r, tokens, char* rest = nullptr; int64_t sum = 0;
             for (char* t = f(c.text(0), c.text(1), &rest); t != nullptr; t = f(nullptr, c.text(1), &rest)) sum =
                 3 * sum + c.place(t);
             return sum),
    FUNCTION(strsep, tokens, char* rest = c.text(0); int64_t sum = 0;
             while (rest != nullptr) sum = 3 * sum + c.place(f(&rest, c.text(1))); return sum),
  };
  for (const GuardedFunction& function : functions) compare(function, 300);
}

TEST_F(GuardTest, Bytes) {
  auto two = [this] {
    const size_t n = below(9);
    std::string a = room(n);
    std::string b = a;
    if (n != 0 && below(2) == 0) b[below(n)] = '!';
    return Arguments{{a, b}, {n}};
  };
  auto search = [this] {
    const size_t n = below(9);
    const std::string bytes = (word("ab", 8) + "cccccccc").substr(0, n);
    return Arguments{{bytes}, {n, static_cast<size_t>("abcx"[below(4)])}};
  };
  // Bytes behind the one that is found need not be there.
  auto until = [this] {
    const std::string bytes = word("ab", 6) + "x";
    return Arguments{{bytes}, {below(20) + bytes.size(), 'x'}};
  };
  auto part = [this] {
    const std::string bytes = word("ab", 7);
    const std::string wanted = word("ab", 3);
    return Arguments{{bytes, wanted}, {bytes.size(), wanted.size()}};
  };
  auto fill = [this] {
    const size_t n = below(9);
    return Arguments{{room(n)}, {n}};
  };
  auto swap = [this] {
    const size_t n = below(9);
    return Arguments{{room(n / 2 * 2), word("abcdefgh", 8).append("12345678").substr(0, n / 2 * 2)}, {n}};
  };
  const GuardedFunction functions[] = {
    FUNCTION(memcmp, two, return sign(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(bcmp, two, return f(c.text(0), c.text(1), c.n[0]) != 0),
    FUNCTION(memchr, search, return c.place(f(c.text(0), static_cast<int>(c.n[1]), c.n[0]))),
    FUNCTION(memchr, until, return c.place(f(c.text(0), static_cast<int>(c.n[1]), c.n[0]))),
    FUNCTION(rawmemchr, until, return c.place(f(c.text(0), static_cast<int>(c.n[1])))),
    FUNCTION(memrchr, search, return c.place(f(c.text(0), static_cast<int>(c.n[1]), c.n[0]))),
    FUNCTION(memmem, part, return c.place(f(c.text(0), c.n[0], c.text(1), c.n[1]))),
    FUNCTION(memccpy, two, return c.place(f(c.text(0), c.text(1), '!', c.n[0]))),
    FUNCTION(mempcpy, two, return c.place(f(c.text(0), c.text(1), c.n[0]))),
    FUNCTION(bcopy, two, f(c.text(0), c.text(1), c.n[0]); return 0),
    FUNCTION(bzero, fill, f(c.text(0), c.n[0]); return 0),
    FUNCTION(explicit_bzero, fill, f(c.text(0), c.n[0]); return 0),
    FUNCTION(swab, swap, f(c.text(1), c.text(0), static_cast<ssize_t>(c.n[0])); return 0),
  };
  for (const GuardedFunction& function : functions) compare(function, 300);
}

TEST_F(GuardTest, WideCharacters) {
  constexpr size_t kWide = sizeof(wchar_t);
  auto one = [this] { return Arguments{{widened(text())}, {below(2) == 0 ? size_t{'a'} : size_t{'x'}}}; };
  auto two = [this] { return Arguments{{widened(text()), widened(text())}, {}}; };
  auto copy = [this] {
    const std::string from = widened(text());
    return Arguments{{room(from.size()), from}, {}};
  };
  auto append = [this] {
    const std::string from = widened(text());
    return Arguments{{widened(text()) + room(from.size() - kWide), from}, {}};
  };
  auto counted = [this] {
    const size_t n = below(9);
    return Arguments{{room(kWide * n), upTo(widened(text()), kWide * n)}, {n}};
  };
  auto appendCounted = [this] {
    const size_t n = below(9);
    const std::string from = upTo(text(), n);
    return Arguments{{widened(text() + room(strnlen(from.data(), from.size()))), widened(from)}, {n}};
  };
  auto twoAndCount = [this] {
    const size_t n = below(9);
    return Arguments{{upTo(widened(text()), kWide * n), upTo(widened(text()), kWide * n)}, {n}};
  };
  auto blocks = [this] {
    const size_t n = below(9);
    std::string b = widened(room(n));
    if (n != 0 && below(2) == 0) b[kWide * below(n)] = '!';
    return Arguments{{widened(room(n)), b}, {n}};
  };
  const GuardedFunction functions[] = {
      FUNCTION(wcslen, one, return static_cast<int64_t>(f(c.wide(0)))),
      FUNCTION(wcschr, one, return c.place(f(c.wide(0), static_cast<wchar_t>(c.n[0])))),
      FUNCTION(wcscmp, two, return sign(f(c.wide(0), c.wide(1)))),
      FUNCTION(wcsncmp, twoAndCount, return sign(f(c.wide(0), c.wide(1), c.n[0]))),
      FUNCTION(wcscpy, copy, return c.place(f(c.wide(0), c.wide(1)))),
      FUNCTION(wcsncpy, counted, return c.place(f(c.wide(0), c.wide(1), c.n[0]))),
      FUNCTION(wcscat, append, return c.place(f(c.wide(0), c.wide(1)))),
      FUNCTION(wcsncat, appendCounted, return c.place(f(c.wide(0), c.wide(1), c.n[0]))),
      FUNCTION(wmemset, blocks, return c.place(f(c.wide(0), L'z', c.n[0]))),
      FUNCTION(wmemcpy, blocks, return c.place(f(c.wide(0), c.wide(1), c.n[0]))),
      FUNCTION(wmemmove, blocks, return c.place(f(c.wide(0), c.wide(1), c.n[0]))),
      FUNCTION(wmemcmp, blocks, return sign(f(c.wide(0), c.wide(1), c.n[0]))),
  };
  for (const GuardedFunction& function : functions) compare(function, 200, kWide);
}

/// The host's stream that swallows output. A fault leaves it locked, so each call has its own.
class NullStream {
public:
  NullStream() : file_(std::fopen("/dev/null", "w")) { std::setvbuf(file_, nullptr, _IOFBF, 4096); }
  ~NullStream() { std::fclose(file_); }
  operator FILE*() const { return file_; }

private:
  FILE* file_;
};

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
TEST_F(GuardTest, FormattedOutput) {
  auto text1 = [this] { return Arguments{{string("abc", 6)}, {below(8), below(8)}}; };
  auto part = [this] {
    const size_t n = below(8);
    return Arguments{{upTo(string("abc", 6), n)}, {n}};
  };
  auto block = [this] {
    const size_t n = below(8) + 1;
    return Arguments{{room(n)}, {n}};
  };
  auto wideText = [this] { return Arguments{{widened(string("abc", 6))}, {}}; };
  auto format = [this] { return Arguments{{string("abc", 4)}, {}}; };
  auto written = [this] {
    const std::string from = string("abc", 6);
    return Arguments{{room(from.size() + 2), from}, {below(10)}};
  };
  auto cut = [this] {
    const std::string from = string("abc", 6);
    const size_t n = below(10);
    return Arguments{{room(std::min(n, from.size() + 2)), from}, {n}};
  };
  // The model's stream has no room for the host's fields: each side has its own.
#define PRINT(name, make, ...)                                                                                         \
  GuardedFunction {                                                                                                    \
    name, make,                                                                                                        \
        [](const GuardedCall& c) -> int64_t {                                                                          \
          const NullStream s;                                                                                          \
          return ::fprintf(s, __VA_ARGS__);                                                                            \
        },                                                                                                             \
        [](const GuardedCall& c) -> int64_t { return model_fprintf(model_stdout, __VA_ARGS__); }                       \
  }
  const GuardedFunction functions[] = {
      PRINT("%s", text1, "<%s>", c.text(0)),
      PRINT("%*s", text1, "<%*s|%-*s>", static_cast<int>(c.n[0]), c.text(0), static_cast<int>(c.n[1]), c.text(0)),
      PRINT("%.*s", part, "<%.*s>", static_cast<int>(c.n[0]), c.text(0)),
      PRINT("%ls", wideText, "%ls %lc", c.wide(0), L'x'),
      PRINT("a format", format, c.text(0), 1),
      FUNCTION(sprintf, written, return f(c.text(0), "<%s>", c.text(1))),
      FUNCTION(snprintf, cut, return f(c.text(0), c.n[0], "<%s>", c.text(1))),
      GuardedFunction{"fputs", text1,
                      [](const GuardedCall& c) -> int64_t {
                        const NullStream s;
                        return ::fputs(c.text(0), s) >= 0;
                      },
                      [](const GuardedCall& c) -> int64_t { return model_fputs(c.text(0), model_stdout) >= 0; }},
      GuardedFunction{"fwrite", block,
                      [](const GuardedCall& c) -> int64_t {
                        const NullStream s;
                        return static_cast<int64_t>(::fwrite(c.text(0), 1, c.n[0], s));
                      },
                      [](const GuardedCall& c) -> int64_t {
                        return static_cast<int64_t>(model_fwrite(c.text(0), 1, c.n[0], model_stdout));
                      }},
  };
#undef PRINT
  for (const GuardedFunction& function : functions) compare(function, 200);
}

TEST_F(GuardTest, FormattedInput) {
  auto numbers = [this] { return Arguments{{string("0123 x-", 8)}, {}}; };
  auto decimals = [this] { return Arguments{{string("0123 .-", 8)}, {}}; };
  auto words = [this] {
    const std::string from = string("ab ", 6);
    return Arguments{{room(from.size()), from}, {}};
  };
  const GuardedFunction functions[] = {
    FUNCTION(sscanf, numbers, int x = 7; unsigned y = 7; const int n = f(c.text(0), "%d %x", &x, &y);
             return n * 1000003LL + x * 1009LL + y),
    FUNCTION(sscanf, words, return f(c.text(1), "%s", c.text(0))),
    FUNCTION(sscanf, words, return f(c.text(1), "%[ab]", c.text(0))),
    FUNCTION(strtol, numbers, char* end = nullptr; const long x = f(c.text(0), &end, 0);
             return x * 4001 + c.place(end)),
    FUNCTION(strtod, decimals, char* end = nullptr; const double x = f(c.text(0), &end);
             return static_cast<int64_t>(x * 16) * 4001 + c.place(end)),
  };
  for (GuardedFunction function : functions) {
    function.needsProcess = std::strcmp(function.name, "sscanf") == 0;
    compare(function, 25);
  }
}
#pragma GCC diagnostic pop

} // namespace
} // namespace assay
