// How the two files come together. The program's functions may be static and of any type, its names anything; so the
// file with the inputs never declares them in C. Functions without body are defined under assembler names. The
// addresses of the entry, of the error functions and of objects stand in sections of their own, written by assembler
// lines at the end of the program's file, where even what is static has its name. The linker renames main, so that the
// inputs come first.
#include "witness/replay_source.h"

#include "program/callers_block.h"
#include "witness/turn_source.h"
#include "witness/witness_task.h"

#include <cctype>
#include <functional>
#include <map>

namespace assay {

namespace {

constexpr const char* kBegin = R"(
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define QUIET __attribute__((no_instrument_function))

/* `caller`, `other`: addresses in the program that have come to this, or null. */
QUIET static void tell(const char *word, const char *text, void *caller, void *other) {
  const char *name = getenv("ASSAY_OUTCOME");
  char line[512];
  int length = snprintf(line, sizeof line, "%s %s\n", word, text);
  if (length >= (int)sizeof line) length = sizeof line - 1;
  (void)!write(2, "assay: ", 7);
  (void)!write(2, line, length);
  int file = name ? open(name, O_WRONLY | O_CREAT | O_EXCL, 0666) : -1; /* the first word counts */
  if (file >= 0) {
    (void)!write(file, line, length);
    length = snprintf(line, sizeof line, "    #0 0x%lx\n", caller ? (unsigned long)caller - 1 : 0ul);
    if (other) length += snprintf(line + length, sizeof line - length, "    #1 0x%lx\n", (unsigned long)other - 1);
    (void)!write(file, line, length);
    close(file);
  }
}

/* Nothing that happens later counts. */
QUIET static void finish(const char *word, const char *text, void *caller) {
  tell(word, text, caller, 0);
  _exit(1);
}

/* The program ends itself. Where memory that is left behind is the question, that is asked at its exit; then the linker
   renames abort as well. */
QUIET static void fail(const char *word, const char *text, void *caller) {
  if (LOOKS_FOR_LEAKS) exit(1);
  finish(word, text, caller);
}

void __wrap_abort(void) { exit(1); }

/* Objects of the program that functions return addresses of: where they are for the interpreter, and where here. */
extern const struct Object {
  unsigned long begin, size, place;
} __start_assay_objects[] __attribute__((weak)), __stop_assay_objects[] __attribute__((weak));

/* Addresses that functions return. Where a race at one is the question, there is memory. */
static unsigned long address(unsigned long value) {
  static char memory[1 << 16] __attribute__((aligned(4096)));
  for (const struct Object *it = __start_assay_objects; it != __stop_assay_objects; it++)
    if (value - it->begin <= it->size) return it->place + (value - it->begin);
  return MAPS_ADDRESSES && value ? (unsigned long)memory + value % (sizeof memory / 2) : value;
}

#if HAS_THREADS
/* The file with the turns. */
void assay_begin_turns(void);
void assay_point(unsigned line, unsigned column, unsigned kind);
void assay_stop(void);
void assay_finish(const char *word, const char *text) { finish(word, text, 0); }
void assay_finish_race(const char *text, void *caller, void *other) {
  tell("race", text, caller, other);
  _exit(1);
}
#endif

static void assume(int condition) {
  if (condition) return;
#if HAS_THREADS
  assay_stop(); /* others go on */
#endif
  finish("assumption", "does not hold", 0);
}
void assumeSvComp(int condition) __asm__("__VERIFIER_assume") __attribute__((weak));
void assumeSvComp(int condition) { assume(condition); }
void withinLimit(int condition, const char *limit) __asm__("__assay_limit") __attribute__((weak));
void withinLimit(int condition, const char *limit) { assume(condition); }
void withinSize(int condition, const char *limit) __asm__("__assay_limit_of_size") __attribute__((weak));
void withinSize(int condition, const char *limit) { assume(condition); }
void assumeCbmc(int condition) __asm__("__CPROVER_assume") __attribute__((weak));
void assumeCbmc(int condition) { assume(condition); }
void assumeEsbmc(int condition) __asm__("__ESBMC_assume") __attribute__((weak));
void assumeEsbmc(int condition) { assume(condition); }

void assertSvComp(int condition) __asm__("__VERIFIER_assert") __attribute__((weak));
void assertSvComp(int condition) {
  if (!condition) fail("assertion", "fails", __builtin_return_address(0));
}
void failedAssert(const char *what, const char *file, unsigned line, const char *function) __asm__("__assert_fail");
void failedAssert(const char *what, const char *file, unsigned line, const char *function) {
  char text[400];
  snprintf(text, sizeof text, "fails in %s: %s", function ? function : "?", what ? what : "?");
  fail("assertion", text, __builtin_return_address(0));
}

void atomicBegin(void) __asm__("__VERIFIER_atomic_begin") __attribute__((weak));
void atomicBegin(void) {}
void atomicEnd(void) __asm__("__VERIFIER_atomic_end") __attribute__((weak));
void atomicEnd(void) {}

/* Calls of functions that end the program: with a body of their own they are noticed where they begin. */
typedef void Function(void);
extern Function *const __start_assay_errors[], *const __stop_assay_errors[];
QUIET void __cyg_profile_func_enter(void *function, void *caller) {
  for (Function *const *it = __start_assay_errors; it != __stop_assay_errors; it++)
    if (*it && *it == (Function *)function) fail("error", "function was called", caller);
}
QUIET void __cyg_profile_func_exit(void *function, void *caller) {}
)";

/// `whenOut` is what happens when there are no more values.
std::string resultsText(const ReplayPlan::Results& results, size_t index, const std::string& whenOut) {
  const NondetFunction& function = results.function;
  const std::string number = std::to_string(index), symbol = function.name;
  const bool isFloat = function.typeClass == TypeClass::Float, isPointer = function.typeClass == TypeClass::Pointer;
  const std::string element = isFloat && function.width == 32 ? "unsigned int"
                              : isFloat || isPointer          ? "unsigned long long"
                                                              : function.type;
  const NondetFunction plain{symbol, element, function.width,
                             isFloat || isPointer ? TypeClass::Unsigned : function.typeClass};
  std::string text = "\n/* " + symbol;
  if (isFloat && results.values.size() <= 20) {
    text += ", as bits of";
    for (const BitVector& value : results.values) text += " " + function.literal(value);
  }
  text += " */\nstatic const " + element + " values" + number + "[] = {";
  for (size_t i = 0; i < results.values.size(); ++i)
    text += (i == 0 ? "" : i % 16 == 0 ? ",\n  " : ", ") + constantText(plain, results.values[i]);
  text += results.values.empty() ? "0};\n" : "};\n";
  const std::string name = "result" + number;
  text += function.type + " " + name + "(void) __asm__(\"" + symbol + "\") __attribute__((weak));\n";
  text += function.type + " " + name + "(void) {\n  static unsigned long next;\n";
  const bool repeats = results.repeatsFrom < results.values.size();
  text += "  if (next == " + std::to_string(results.values.size()) + ") " +
          (repeats ? "next = " + std::to_string(results.repeatsFrom) : whenOut) + ";\n";
  if (isFloat) {
    text += "  " + function.type + " result;\n  memcpy(&result, &values" + number + "[next++], sizeof result);\n";
    text += "  return result;\n}\n";
  } else {
    const std::string value = "values" + number + "[next++]";
    text +=
        "  return (" + function.type + ")" + (isPointer ? "address((unsigned long)" + value + ")" : value) + ";\n}\n";
  }
  return text;
}

std::string errorText(const ReplayPlan& plan) {
  std::string text;
  for (size_t i = 0; i < plan.errorFunctions.size(); ++i) {
    const std::string name = "errorFunction" + std::to_string(i), &symbol = plan.errorFunctions[i];
    text += "\nvoid " + name + "(void) __asm__(\"" + symbol + "\") __attribute__((weak));\n";
    text += "void " + name + "(void) { fail(\"error\", \"function was called\", __builtin_return_address(0)); }\n";
  }
  return text;
}

/// A string of any bytes.
std::string quoted(const std::string& bytes) {
  static constexpr char kDigits[] = "01234567";
  std::string text = "\"";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    text += '\\';
    for (const unsigned shift : {6U, 3U, 0U}) text += kDigits[byte >> shift & 7];
  }
  return text + "\"";
}

std::string mainText(const ReplayPlan& plan) {
  const bool isLeak = plan.prediction.isLeak();
  std::string text =
      "\n/* Where execution begins. */\nextern void *const __start_assay_entry[], *const __stop_assay_entry[];\n";
  text += "int __wrap_main(void) {\n  void *const *entry = __start_assay_entry;\n";
  // In a file that does not define main, the linker makes this very function of it.
  text += "  while (entry != __stop_assay_entry && (!*entry || *entry == (void *)__wrap_main)) entry++;\n"
          "  if (entry == __stop_assay_entry) abort();\n";
  if (isLeak)
    text += "#ifdef ASSAY_TRACKS_MEMORY\n  stackEnd = __builtin_frame_address(0);\n  atexit(checkMemory);\n#endif\n";
  std::string call;
  if (plan.entry != "main") {
    call = "((int (*)(long, ...))*entry)(";
    for (const BitVector& value : plan.parameters) call += "(long)" + value.zeroResize(64).toString() + "ull, ";
    call += "0L)";
  } else {
    text += "  static char *arguments[" + std::to_string(plan.arguments.size() + 2) + "], *environment[1];\n";
    for (size_t i = 0; i < plan.arguments.size(); ++i) {
      const std::string index = std::to_string(i);
      text += "  static char argument" + index + "[" + std::to_string(plan.arguments[i].size() + 1) +
              "] = " + quoted(plan.arguments[i]) + ";\n  arguments[" + index + "] = argument" + index + ";\n";
    }
    call = "((int (*)(int, char **, char **))*entry)(" + std::to_string(plan.arguments.size()) +
           ", arguments, environment)";
  }
  if (plan.hasThreads) text += "  assay_begin_turns();\n";
  text += "  int status = " + call + ";\n";
  if (plan.hasThreads) text += "  assay_point(0, " + std::to_string(kEndsThread) + ", 0);\n";
  if (isLeak) text += "  stackEnd = 0;\n";
  return text + "  return status;\n}\n";
}

/// Where the linker does not rename malloc, none of this is called.
constexpr const char* kMemory = R"(
/* Blocks that are in use, outside of what is searched for pointers to them. */
static struct Block {
  unsigned long begin, size;
  int isReached;
} *blocks;
static unsigned long numBlocks, maxBlocks;
static void *stackEnd; /* null: the program's functions have all returned */

static void addBlock(void *memory, size_t size) {
  if (!memory) return;
  if (numBlocks == maxBlocks) {
    unsigned long more = maxBlocks ? 2 * maxBlocks : 4096;
    void *place = mmap(0, more * sizeof *blocks, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) abort();
    if (blocks) memcpy(place, blocks, numBlocks * sizeof *blocks);
    blocks = place;
    maxBlocks = more;
  }
  blocks[numBlocks].begin = (unsigned long)memory;
  blocks[numBlocks].size = size;
  blocks[numBlocks++].isReached = 0;
}

static void removeBlock(void *memory) {
  for (unsigned long i = numBlocks; i-- > 0;)
    if (blocks[i].begin == (unsigned long)memory) {
      blocks[i] = blocks[--numBlocks];
      return;
    }
}

/* Whether a word of this memory points into a block that was not reached so far. */
static int reach(unsigned long begin, unsigned long end) {
  int isNew = 0;
  begin = (begin + sizeof(long) - 1) / sizeof(long) * sizeof(long);
  for (unsigned long at = begin; at + sizeof(long) <= end; at += sizeof(long)) {
    unsigned long word = *(unsigned long *)at;
    for (unsigned long i = 0; i < numBlocks; i++)
      if (!blocks[i].isReached && word >= blocks[i].begin && word - blocks[i].begin <= blocks[i].size) {
        blocks[i].isReached = 1;
        isNew = 1;
      }
  }
  return isNew;
}

extern char __data_start[], _end[];
static void checkMemory(void) {
  if (CHECKS_REACHABLE) {
    reach((unsigned long)__data_start, (unsigned long)_end);
    if (stackEnd) reach((unsigned long)__builtin_frame_address(0), (unsigned long)stackEnd);
    for (int isNew = 1; isNew;) {
      isNew = 0;
      for (unsigned long i = 0; i < numBlocks; i++)
        if (blocks[i].isReached == 1) {
          blocks[i].isReached = 2;
          isNew |= reach(blocks[i].begin, blocks[i].begin + blocks[i].size);
        }
    }
  }
  unsigned long lost = 0;
  for (unsigned long i = 0; i < numBlocks; i++) lost += !blocks[i].isReached;
  char text[64];
  snprintf(text, sizeof text, "%lu blocks of memory", lost);
  if (lost) finish("leak", text, 0);
}

static void addCallersBlock(void *memory, size_t size) {
  if (!TRACKS_MEMORY) return;
  addBlock(memory, size);
  blocks[numBlocks - 1].isReached = 1;
}

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void __real_free(void *memory);
#define COUNT(array) (sizeof(array) / sizeof *(array))
/* Whether this call, of those that are to be given memory, gets none. */
static int isRefused(const unsigned long *refused, unsigned long count, unsigned long call) {
  for (unsigned long i = 0; i < count; i++)
    if (refused[i] == call) return errno = ENOMEM, 1;
  return 0;
}
static unsigned long mallocs; /* realloc asks for memory as malloc does */
void *__wrap_malloc(size_t size) {
  static unsigned long calls;
  if (isRefused(refusedMallocs, COUNT(refusedMallocs), mallocs++)) return 0;
  unsigned char *memory = __real_malloc(size);
  if (memory) memset(memory, 0, size);
  for (unsigned long i = 0; memory && i < sizeof contents / sizeof *contents; i++)
    if (contents[i].call == calls && contents[i].offset < size) memory[contents[i].offset] = contents[i].byte;
  calls++;
  if (TRACKS_MEMORY) addBlock(memory, size);
  return memory;
}
void *__wrap_calloc(size_t count, size_t size) {
  static unsigned long callocs;
  if (isRefused(refusedCallocs, COUNT(refusedCallocs), callocs++)) return 0;
  void *memory = __real_calloc(count, size);
  addBlock(memory, count * size);
  return memory;
}
void *__wrap_realloc(void *old, size_t size) {
  if ((!old || size) && isRefused(refusedMallocs, COUNT(refusedMallocs), mallocs++)) return 0;
  removeBlock(old);
  void *memory = __real_realloc(old, size);
  addBlock(memory, size);
  return memory;
}
void __wrap_free(void *memory) {
  removeBlock(memory);
  __real_free(memory);
}
)";

std::string refusedText(const ReplayPlan& plan, const std::string& function) {
  std::string text =
      "static const unsigned long refused" + std::string(function == "malloc" ? "Mallocs" : "Callocs") + "[] = {-1ul";
  if (const auto found = plan.failures.find(function); found != plan.failures.end())
    for (const uint64_t call : found->second) text += ", " + std::to_string(call);
  return text + "};\n";
}

/// What memory gets in each call, as an array of C.
std::string bytesText(const std::string& name, const std::vector<ReplayPlan::Bytes>& calls) {
  std::string text =
      "static const struct {\n  unsigned long call, offset;\n  unsigned char byte;\n} " + name + "[] = {\n";
  for (size_t call = 0; call < calls.size(); ++call)
    for (const auto& [offset, byte] : calls[call])
      text += "  {" + std::to_string(call) + ", " + std::to_string(offset) + ", " + std::to_string(byte) + "},\n";
  return text + "  {-1ul, 0, 0},\n};\n";
}

/// The functions that answer the harness's requests for arbitrary bytes. A block of the caller is none that a leak
/// would be looked for in, and none of those that malloc gives.
std::string nondetMemoryText(const ReplayPlan& plan) {
  std::string text = "\n/* What __VERIFIER_nondet_memory writes: call, offset, byte; zero elsewhere. */\n";
  text += bytesText("written", plan.memories);
  text += R"(
void nondetMemory(void *memory, size_t size) __asm__("__VERIFIER_nondet_memory") __attribute__((weak));
void nondetMemory(void *memory, size_t size) {
  static unsigned long calls, next;
  memset(memory, 0, size);
  for (; written[next].call == calls; next++)
    if (written[next].offset < size) ((unsigned char *)memory)[written[next].offset] = written[next].byte;
  calls++;
}
)";
  text += "\n/* What blocks contain that the caller passes: call, offset, byte; zero elsewhere. */\n";
  text += bytesText("passed", plan.callersBlocks);
  text += "static void addCallersBlock(void *memory, size_t size);\n"
          "void __lsan_ignore_object(const void *memory) __attribute__((weak));\n";
  return text + "void *callersBlock(size_t size) __asm__(\"" + kMakesCallersBlock + "\") __attribute__((weak));\n" + R"(
void *callersBlock(size_t size) {
  static unsigned long calls, next;
  void *memory;
  if (posix_memalign(&memory, 16, size)) finish("assumption", "does not hold", 0);
  memset(memory, 0, size);
  for (; passed[next].call == calls; next++)
    if (passed[next].offset < size) ((unsigned char *)memory)[passed[next].offset] = passed[next].byte;
  calls++;
  if (__lsan_ignore_object) __lsan_ignore_object(memory);
  addCallersBlock(memory, size);
  return memory;
}
)";
}

/// The files that it opens.
std::string filesText(const ReplayPlan& plan) {
  if (plan.files.empty()) return {};
  std::string text =
      "\n/* What calls of fopen give: whether there is such a file, and what it holds. */\n"
      "static const struct {\n  int isOpened;\n  unsigned long size;\n  const char *text;\n} files[] = {\n";
  for (const ReplayPlan::File& file : plan.files)
    text += "  {" + std::to_string(file.isOpened ? 1 : 0) + ", " + std::to_string(file.text.size()) + ", " +
            quoted(file.text) + "},\n";
  return text + R"(};
FILE *__real_fopen(const char *path, const char *mode);
FILE *__wrap_fopen(const char *path, const char *mode) {
  static unsigned long calls;
  if (calls == sizeof files / sizeof *files) finish("inputs", "of fopen ran out", 0);
  unsigned long file = calls++;
  if (!files[file].isOpened) return errno = ENOENT, (FILE *)0;
  if (mode[0] != 'r' || files[file].size == 0) return __real_fopen("/dev/null", mode[0] == 'r' ? "r" : "w");
  return fmemopen((void *)files[file].text, files[file].size, "r");
}
)";
}

std::string memoryText(const ReplayPlan& plan) {
  const bool isLeak = plan.prediction.isLeak();
  if (plan.allocations.empty() && plan.failures.empty() && !isLeak)
    return "\nstatic void addCallersBlock(void *memory, size_t size) {}\n";
  std::string text = "\n/* What memory from malloc contains: call, offset, byte. */\n"
                     "static const struct {\n  unsigned long call, offset;\n  unsigned char byte;\n} contents[] = {\n";
  for (const auto& [call, bytes] : plan.allocations)
    for (const auto& [offset, byte] : bytes)
      text += "  {" + std::to_string(call) + ", " + std::to_string(offset) + ", " + std::to_string(byte) + "},\n";
  if (plan.allocations.empty()) text += "  {0, 0, 0},\n";
  text += "};\n/* Calls that get no memory. */\n" + refusedText(plan, "malloc") + refusedText(plan, "calloc");
  text += "#define TRACKS_MEMORY " + std::string(isLeak ? "1" : "0");
  text += "\n#define CHECKS_REACHABLE " + std::string(plan.prediction.property == Property::ValidMemtrack ? "1" : "0") +
          "\n";
  return text + kMemory;
}

bool isWordCharacter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Whether a name that begins there, in this line, can be one that is declared: a type or another name stands before
/// it.
bool followsType(const std::string& line, size_t begin) {
  size_t end = begin;
  while (end > 0 && (line[end - 1] == ' ' || line[end - 1] == '\t' || line[end - 1] == '*')) --end;
  if (end == 0) return false;
  if (line[end - 1] == ',') return true;
  size_t word = end;
  while (word > 0 && isWordCharacter(line[word - 1])) --word;
  const std::string before = line.substr(word, end - word);
  return end < begin && !before.empty() && before != "return" && before != "goto" && before != "sizeof" &&
         before != "case";
}

/// Where the name in a declaration `type name;` ends; npos if the line shows none.
size_t endOfName(const std::string& text, const ReplayPlan::Local& local) {
  size_t begin = 0;
  for (uint32_t line = 1; line < local.line && begin != std::string::npos; ++line) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (begin == std::string::npos) return begin;
  const std::string line = text.substr(begin, text.find('\n', begin) - begin);
  for (size_t at = line.find(local.name); at != std::string::npos; at = line.find(local.name, at + 1)) {
    const size_t end = at + local.name.size();
    const size_t next = line.find_first_not_of(" \t", end);
    const bool isWord = (at == 0 || !isWordCharacter(line[at - 1])) && next != std::string::npos;
    if (isWord && (line[next] == ';' || line[next] == ',') && followsType(line, at)) return begin + end;
  }
  return std::string::npos;
}

/// The text with initialisers for variables that have none, and the functions that they call.
std::string withInitialisers(const ReplaySource& source, const ReplayPlan& plan, std::string& declarations) {
  std::map<size_t, const ReplayPlan::Local*, std::greater<>> places; // the last one first
  for (const ReplayPlan::Local& local : plan.locals) {
    const size_t end = source.path.ends_with(local.file) ? endOfName(source.text, local) : std::string::npos;
    if (end == std::string::npos || !places.try_emplace(end, &local).second) continue;
    declarations += local.values.function.type + " " + local.values.function.name + "(void);\n";
  }
  std::string text = source.text;
  for (const auto& [end, local] : places) text.insert(end, " = " + local->values.function.name + "()");
  return text;
}

} // namespace

std::string inputsSource(const ReplayPlan& plan) {
  const ReplayPrediction& prediction = plan.prediction;
  std::string text = "/* Leads the program to this:\n   ";
  if (prediction.line != 0) text += prediction.file + ":" + std::to_string(prediction.line) + ": ";
  text += prediction.message + " [" + std::string(propertyName(prediction.property)) + "] */\n";
  text += "#define LOOKS_FOR_LEAKS " + std::string(plan.prediction.isLeak() ? "1" : "0");
  text += "\n#define MAPS_ADDRESSES " + std::string(plan.prediction.property == Property::NoDataRace ? "1" : "0");
  text += "\n#define HAS_THREADS " + std::string(plan.hasThreads ? "1" : "0");
  text += kBegin;
  text += errorText(plan);
  size_t number = 0;
  for (const ReplayPlan::Results& results : plan.results)
    text += resultsText(results, number++, "finish(\"inputs\", \"of " + results.function.name + " ran out\", 0)");
  for (const ReplayPlan::Local& local : plan.locals) {
    text += "\n/* The uninitialised " + local.name + ", line " + std::to_string(local.line) + ": */";
    text += resultsText(local.values, number++, "return 0");
  }
  return text + nondetMemoryText(plan) + filesText(plan) + memoryText(plan) + mainText(plan);
}

std::vector<std::string> wrappedFunctions(const ReplayPlan& plan) {
  std::vector<std::string> names;
  if (!plan.allocations.empty() || !plan.failures.empty()) names.emplace_back("malloc");
  if (!plan.failures.empty()) names.insert(names.end(), {"calloc", "realloc"});
  if (!plan.files.empty()) names.emplace_back("fopen");
  if (plan.hasThreads) names.insert(names.end(), turnWraps().begin(), turnWraps().end());
  return names;
}

std::string programSource(const ReplaySource& source, const ReplayPlan& plan, uint32_t dataModel) {
  const std::string word = dataModel == 32 ? ".long " : ".quad ";
  auto section = [&](const char* name, const std::vector<std::string>& symbols) {
    std::string text = "__asm__(\".pushsection " + std::string(name) + ",\\\"aw\\\"\\n\"\n";
    for (const std::string& symbol : symbols) text += "        \"" + word + symbol + "\\n\"\n";
    return text + "        \".popsection\\n\");\n";
  };
  std::string text;
  // Names that are macros of the compiler, and gcc's own types, which clang does not know.
  if (source.isPreprocessed) text += "#undef linux\n#undef unix\n#undef i386\n";
  if (source.isPreprocessed && source.text.find("_Float") != std::string::npos &&
      source.text.find("typedef float _Float32") == std::string::npos)
    text += "#ifdef __clang__\ntypedef float _Float32;\ntypedef double _Float64, _Float32x;\n"
            "typedef long double _Float64x;\n#endif\n";
  const std::string program = withInitialisers(source, plan, text);
  text += "# 1 \"" + source.path + "\"\n" + program;
  if (!text.ends_with('\n')) text += '\n';
  std::vector<std::string> objects;
  for (const ReplayPlan::Object& object : plan.objects)
    if (source.path.ends_with(object.file))
      objects.insert(objects.end(), {std::to_string(object.begin), std::to_string(object.size), object.name});
  return text + "# 1 \"assay-replay\"\n" + section("assay_entry", {plan.entry}) +
         section("assay_errors", plan.errorFunctions) +
         (objects.empty() ? std::string() : section("assay_objects", objects));
}

} // namespace assay
