#include "witness/native_harness.h"

namespace assay {

namespace {

constexpr const char* kBegin = R"(#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int __llvm_profile_write_file(void) __attribute__((weak));

static char *text, *next; /* the test */
static char outcome[4096]; /* the file for the word */

static void tell(const char *word) {
  if (outcome[0] == 0) return;
  int file = open(outcome, O_WRONLY | O_CREAT | O_EXCL, 0666); /* the first word counts */
  if (file < 0) return;
  (void)!write(file, word, strlen(word));
  close(file);
}

static void flush(void) {
  if (__llvm_profile_write_file) __llvm_profile_write_file();
}

static void finish(const char *word) {
  tell(word);
  flush();
  _exit(0);
}

static void onSignal(int number) {
  if (number == SIGXCPU) finish("time");
  flush();
  signal(number, SIG_DFL);
  raise(number);
}

/* The text of the next <input> element. */
static const char *nextInput(void) {
  static char value[128];
  char *begin = next ? strstr(next, "<input") : 0;
  begin = begin ? strchr(begin, '>') : 0;
  char *end = begin ? strstr(begin, "</input>") : 0;
  if (!end || (size_t)(end - begin) > sizeof value) finish("inputs");
  memcpy(value, begin + 1, end - begin - 1);
  value[end - begin - 1] = 0;
  next = end;
  return value;
}

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 widest;
#else
typedef unsigned long long widest;
#endif
static widest nextInteger(void) {
  const char *p = nextInput();
  int negative = *p == '-';
  widest value = 0;
  for (p += negative; *p >= '0' && *p <= '9'; p++) value = value * 10 + (*p - '0');
  return negative ? -value : value;
}

__attribute__((constructor)) static void prepare(void) {
  const int numbers[] = {SIGABRT, SIGILL, SIGTRAP, SIGFPE, SIGSEGV, SIGBUS, SIGTERM, SIGXCPU, SIGXFSZ};
  stack_t stack = {.ss_sp = malloc(65536), .ss_size = 65536};
  sigaltstack(&stack, 0);
  struct sigaction action = {.sa_handler = onSignal, .sa_flags = SA_ONSTACK};
  for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++) sigaction(numbers[i], &action, 0);
  const char *told = getenv("ASSAY_OUTCOME"), *name = getenv("ASSAY_TEST");
  if (told && strlen(told) < sizeof outcome) strcpy(outcome, told);
  FILE *file = name ? fopen(name, "r") : 0;
  struct stat info;
  if (!file || fstat(fileno(file), &info) != 0) return;
  text = calloc(1, info.st_size + 1);
  (void)!fread(text, 1, info.st_size, file);
  fclose(file);
  next = text;
}

__attribute__((weak)) void __VERIFIER_assume(int condition) {
  if (!condition) finish("assumption");
}
__attribute__((weak)) void __assay_limit(int condition, const char *limit) {
  if (!condition) finish("assumption");
}
__attribute__((weak)) void __assay_limit_of_size(int condition, const char *limit) {
  if (!condition) finish("assumption");
}
__attribute__((weak)) void __CPROVER_assume(int condition) {
  if (!condition) finish("assumption");
}
__attribute__((weak)) void __ESBMC_assume(int condition) {
  if (!condition) finish("assumption");
}
__attribute__((weak)) void __VERIFIER_assert(int condition) {
  if (condition) return;
  tell("assertion");
  abort();
}
__attribute__((weak)) void __VERIFIER_atomic_begin(void) {}
__attribute__((weak)) void __VERIFIER_atomic_end(void) {}
__attribute__((weak)) void __VERIFIER_nondet_memory(void *p, size_t size) { memset(p, 0, size); }
__attribute__((weak)) void *__VERIFIER_argument(size_t size) { return calloc(1, size); }
__attribute__((weak)) int rand(void) { return 0; }
__attribute__((weak)) long random(void) { return 0; }
__attribute__((weak, noreturn)) void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
  tell("assertion");
  abort();
}
)";

/// Calls of error functions are told: by the compiler's hook where they have a body, by a body where they have none.
std::string errorText(const std::vector<std::string>& functions) {
  std::string text, isError;
  for (const std::string& name : functions) {
    text += "__attribute__((weak)) void " + name + "(void) {\n  tell(\"error\");\n  abort();\n}\n";
    isError += (isError.empty() ? "" : " || ") + ("function == (void *)" + name);
  }
  text += "void __cyg_profile_func_enter(void *function, void *caller) {\n  if (" +
          (isError.empty() ? std::string("0") : isError) + ") tell(\"error\");\n}\n";
  text += "void __cyg_profile_func_exit(void *function, void *caller) {}\n";
  return text;
}

std::string nondetText(const NondetFunction& function) {
  std::string value = "(" + function.type + ")nextInteger()";
  if (function.typeClass == TypeClass::Pointer) value = "0";
  if (function.typeClass == TypeClass::Bool) value = "nextInteger() != 0";
  if (function.typeClass == TypeClass::Float)
    value = function.width == 32 ? "strtof(nextInput(), 0)" : "strtod(nextInput(), 0)";
  return "__attribute__((weak)) " + function.type + " " + function.name + "(void) { return " + value + "; }\n";
}

std::string mainText(const HarnessParts& parts) {
  std::string text;
  if (parts.entryIsMain) {
    text = "int assay_entry(int, char **, char **);\n"
           "int main(void) {\n  static char name[16], *arguments[5] = {name}, *environment[1];\n"
           "  return assay_entry(1, arguments, environment);\n}\n";
  } else if (parts.entryReturnsInt) {
    text = "int assay_entry(long, long, long, long, long, long);\n"
           "int main(void) { return assay_entry(0, 0, 0, 0, 0, 0); }\n";
  } else {
    text = "void assay_entry(long, long, long, long, long, long);\n"
           "int main(void) {\n  assay_entry(0, 0, 0, 0, 0, 0);\n  return 0;\n}\n";
  }
  return text;
}

} // namespace

std::string harnessSource(const HarnessParts& parts) {
  std::string text = kBegin;
  text += errorText(parts.errorFunctions);
  for (const NondetFunction& function : parts.nondet) text += nondetText(function);
  for (const std::string& name : parts.returnZero)
    text += "__attribute__((weak)) unsigned long long " + name + "(void) { return 0; }\n";
  return text + mainText(parts);
}

} // namespace assay
