// What a program learns from outside: variables of the environment, the file system, the process. Each such value is an
// input, bounded by what the function promises.
#include "assay_models.h"

MODEL(int*, __errno_location)(void) { return &errorNumber; }
/// malloc and its kin have failed.
void __assay_no_memory(void) { errorNumber = ENOMEM; }

// Variables of the environment. Those that the program has asked for or set are known from then on, as texts
// NAME=VALUE; a variable that is not there has no text, but its name.
enum { kVariables = 6 };
struct EnvironmentVariable {
  const char* name; // ends at its `=`, or with the text
  char* text;
};
static struct EnvironmentVariable variables[kVariables];
static int variableCount;

static size_t nameLength(const char* name) {
  size_t n = 0;
  while (name[n] != 0 && name[n] != '=') ++n;
  return n;
}
static int isSameName(const char* a, const char* b) {
  size_t i = 0;
  while (a[i] == b[i] && a[i] != 0 && a[i] != '=') ++i;
  return (a[i] == 0 || a[i] == '=') && (b[i] == 0 || b[i] == '=');
}
/// A text in memory of the library: the name, and room for `=` and a value of this length.
static char* newVariable(const char* name, size_t length) {
  const size_t n = nameLength(name);
  char* const text = __assay_new(n + length + 2, "the environment");
  for (size_t i = 0; i < n; ++i) text[i] = name[i];
  text[n] = '=';
  text[n + 1 + length] = 0;
  return text;
}
static struct EnvironmentVariable* knownVariable(const char* name) {
  for (int i = 0; i < variableCount; ++i) {
    if (isSameName(variables[i].name, name)) return &variables[i];
  }
  return NULL;
}
static void setVariable(const char* name, char* text) {
  struct EnvironmentVariable* variable = knownVariable(name);
  if (variable == NULL) {
    if (variableCount == kVariables) __assay_unsupported("many variables of the environment");
    variable = &variables[variableCount++];
  }
  variable->name = text == NULL ? newVariable(name, 0) : text;
  variable->text = text;
}

INPUT(int, getenv_found);
INPUT(size_t, getenv_length);
static struct EnvironmentVariable* askVariable(const char* name) {
  struct EnvironmentVariable* const known = knownVariable(name);
  if (known != NULL) return known;
  char* text = NULL;
  if (name[0] != 0 && name[nameLength(name)] == 0 && __assay_input_getenv_found()) {
    const size_t length = __assay_input_getenv_length();
    __VERIFIER_assume(length < 0x20000); // the kernel's limit for one string
    text = newVariable(name, length);
  }
  setVariable(name, text);
  return knownVariable(name);
}
static char* variableValue(const char* name) {
  const struct EnvironmentVariable* const variable = askVariable(name);
  return variable->text == NULL ? NULL : variable->text + nameLength(name) + 1; // both names have one length
}
MODEL(char*, getenv)(const char* name) { return variableValue(name); }
MODEL(char*, secure_getenv)(const char* name) { return __assay_unspecified_choice() ? NULL : variableValue(name); }
MODEL(int, setenv)(const char* name, const char* value, int overwrite) {
  if (name == NULL || name[0] == 0 || name[nameLength(name)] == '=') {
    errorNumber = EINVAL;
    return -1;
  }
  if (!overwrite && askVariable(name)->text != NULL) return 0;
  const size_t length = stringLength(value);
  char* const text = newVariable(name, length);
  for (size_t i = 0; i < length; ++i) text[nameLength(name) + 1 + i] = value[i];
  setVariable(name, text);
  forgetZones();
  return 0;
}
MODEL(int, unsetenv)(const char* name) {
  if (name == NULL || name[0] == 0 || name[nameLength(name)] == '=') {
    errorNumber = EINVAL;
    return -1;
  }
  setVariable(name, NULL);
  forgetZones();
  return 0;
}
/// The text itself becomes part of the environment; one without `=` takes the variable out, in glibc.
MODEL(int, putenv)(char* text) {
  setVariable(text, text[nameLength(text)] == 0 ? NULL : text);
  forgetZones();
  return 0;
}

INPUT(int, system);
MODEL(int, system)(const char* command) {
  if (command != NULL) readString(command);
  return __assay_input_system();
}

UNSPECIFIED(unsigned, sleep);
MODEL(unsigned, sleep)(unsigned seconds) {
  __assay_step();
  const unsigned left = __assay_unspecified_sleep();
  __VERIFIER_assume(left <= seconds);
  return left;
}
MODEL(int, usleep)(unsigned microseconds) {
  __assay_step();
  return zeroOrFailure();
}
MODEL(int, sched_yield)(void) {
  __assay_step();
  return 0;
}

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
/// Users and groups; what was asked for stays until the program changes something.
enum { kUser, kEffectiveUser, kGroup, kEffectiveGroup, kIdentities };
static unsigned identities[kIdentities];
static u8 isKnownIdentity[kIdentities];
static unsigned identityOf(int which) {
  if (!isKnownIdentity[which]) identities[which] = __assay_input_getuid();
  isKnownIdentity[which] = 1;
  return identities[which];
}
static int forgetIdentities(void) {
  for (int i = 0; i < kIdentities; ++i) isKnownIdentity[i] = 0;
  return zeroOrFailure();
}
MODEL(unsigned, getuid)(void) { return identityOf(kUser); }
MODEL(unsigned, geteuid)(void) { return identityOf(kEffectiveUser); }
MODEL(unsigned, getgid)(void) { return identityOf(kGroup); }
MODEL(unsigned, getegid)(void) { return identityOf(kEffectiveGroup); }
MODEL(int, setuid)(unsigned user) { return forgetIdentities(); }
MODEL(int, seteuid)(unsigned user) { return forgetIdentities(); }
MODEL(int, setgid)(unsigned group) { return forgetIdentities(); }
MODEL(int, setegid)(unsigned group) { return forgetIdentities(); }
MODEL(int, setgroups)(size_t count, const unsigned* groups) {
  if (count > 0) __assay_reads(groups, count * sizeof *groups);
  return zeroOrFailure();
}

// Other processes. A child is the program once more: executions of the parent go on, and those of the child are unsupported.
INPUT(int, process);
static int anyProcess(void) {
  const int process = __assay_input_process();
  return process < 0 ? failure() : process;
}
MODEL(int, fork)(void) {
  const int process = anyProcess();
  if (process == 0) __assay_unsupported("a process that fork has made");
  return process;
}
MODEL(int, setsid)(void) {
  const int session = anyProcess();
  __VERIFIER_assume(session != 0);
  return session;
}
INPUT(int, wait_status);
static int waitForProcess(int* status, int mayReturn) {
  __assay_step();
  const int process = anyProcess();
  __VERIFIER_assume(process != 0 || mayReturn);
  if (process > 0 && status != NULL) *status = __assay_input_wait_status();
  return process;
}
MODEL(int, wait)(int* status) { return waitForProcess(status, 0); }
MODEL(int, waitpid)(int process, int* status, int options) { return waitForProcess(status, (options & 1) != 0); }

INPUT(long, sysconf);
MODEL(long, sysconf)(int name) {
  enum { kPageSize = 30, kProcessors = 83, kProcessorsOnline = 84 };
  if (name == kPageSize) return 4096;
  // What was asked for last, and how many processors there are, stays.
  static int isKnown, known, areCounted;
  static long answer, processors;
  if (name == kProcessors) {
    if (!areCounted) processors = __assay_input_sysconf();
    areCounted = 1;
    __VERIFIER_assume(processors > 0 && processors <= INT_MAX);
    return processors;
  }
  if (!isKnown || known != name) answer = __assay_input_sysconf();
  isKnown = 1;
  known = name;
  if (name == kProcessorsOnline) {
    __VERIFIER_assume(answer > 0 && answer <= INT_MAX);
  } else if (answer < 0) {
    (void)fails(); // no limit, or no such name
    return -1;
  }
  return answer;
}

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
