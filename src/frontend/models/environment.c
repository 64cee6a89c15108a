// What a program learns from outside: variables of the environment, the file system, the process. Each such value is an
// input, bounded by what the function promises.
#include "assay_models.h"

MODEL(int*, __errno_location)(void) { return &errorNumber; }

INPUT(int, getenv_found);
INPUT(size_t, getenv_length);
MODEL(char*, getenv)(const char* name) {
  static char* value; // keeps it reachable: the program does not own it
  if (!__assay_input_getenv_found()) return NULL;
  const size_t length = __assay_input_getenv_length();
  __VERIFIER_assume(length < 0x20000); // the kernel's limit for one string
  value = malloc(length + 1);
  __VERIFIER_assume(value != NULL);
  __VERIFIER_nondet_memory(value, length);
  value[length] = 0;
  return value;
}
MODEL(char*, secure_getenv)(const char* name) { __assay_unsupported("secure_getenv"); }
INPUT(int, system);
MODEL(int, system)(const char* command) { return __assay_input_system(); }

UNSPECIFIED(unsigned, sleep);
MODEL(unsigned, sleep)(unsigned seconds) {
  const unsigned left = __assay_unspecified_sleep();
  __VERIFIER_assume(left <= seconds);
  return left;
}
MODEL(int, usleep)(unsigned microseconds) { return zeroOrFailure(); }
MODEL(int, sched_yield)(void) { return 0; }

// The process.
INPUT(int, getpid);
static int processId(int* known) {
  if (*known == 0) {
    *known = __assay_input_getpid();
    __VERIFIER_assume(*known > 0);
  }
  return *known;
}
MODEL(int, getpid)(void) {
  static int known;
  return processId(&known);
}
MODEL(int, getppid)(void) { // another one when the parent has ended, and 0 where the parent cannot be seen
  const int id = __assay_input_getpid();
  __VERIFIER_assume(id >= 0);
  return id;
}
INPUT(unsigned, getuid);
#define IDENTITY(name)                                                                                                 \
  MODEL(unsigned, name)(void) {                                                                                        \
    static unsigned known;                                                                                             \
    static int asked;                                                                                                  \
    if (!asked) known = __assay_input_getuid();                                                                        \
    asked = 1;                                                                                                         \
    return known;                                                                                                      \
  }
IDENTITY(getuid)
IDENTITY(geteuid)
IDENTITY(getgid)
IDENTITY(getegid)
#undef IDENTITY
INPUT(unsigned, umask);
MODEL(unsigned, umask)(unsigned mask) {
  static unsigned current;
  static int asked;
  if (!asked) current = __assay_input_umask() & 0777;
  asked = 1;
  const unsigned before = current;
  current = mask & 0777;
  return before;
}
MODEL(int, getpagesize)(void) { return 4096; }

MODEL(char*, setlocale)(int category, const char* locale) {
  static char name[2] = "C";
  if (category < 0 || category > 12) return NULL;
  if (locale == NULL || (locale[0] == 'C' && locale[1] == 0)) return name;
  static const char other[6] = "POSIX";
  size_t i = 0;
  while (i < 5 && locale[i] == other[i]) ++i;
  if (i == 5 && locale[i] == 0) return name;
  __assay_unsupported("a locale other than C");
}
