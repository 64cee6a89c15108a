// error.h, err.h and syslog.h: messages, and the end of the program. The formats are read as those of printf.
#include "stdio_file.h"

_Noreturn void exit(int status);

/// Where a format is null, nothing is printed.
static void printMessage(const char* format, va_list list) {
  if (format != NULL) print(&standardError, format, list);
}

unsigned MODEL_NAME(error_message_count);
static void reportError(int status, const char* format, va_list list) {
  printMessage(format, list);
  ++MODEL_NAME(error_message_count);
  if (status != 0) exit(status);
}
#define REPORT(last, statement)                                                                                        \
  va_list list;                                                                                                        \
  __builtin_va_start(list, last);                                                                                      \
  statement;                                                                                                           \
  __builtin_va_end(list)
MODEL(void, error)(int status, int number, const char* format, ...) {
  REPORT(format, reportError(status, format, list));
}
MODEL(void, error_at_line)(int status, int number, const char* file, unsigned line, const char* format, ...) {
  if (file != NULL) readString(file);
  REPORT(format, reportError(status, format, list));
}
MODEL(void, warn)(const char* format, ...) { REPORT(format, printMessage(format, list)); }
MODEL(void, warnx)(const char* format, ...) { REPORT(format, printMessage(format, list)); }
MODEL(void, vwarn)(const char* format, va_list list) { printMessage(format, list); }
MODEL(void, vwarnx)(const char* format, va_list list) { printMessage(format, list); }
MODEL(void, err)(int status, const char* format, ...) {
  REPORT(format, printMessage(format, list));
  exit(status);
}
MODEL(void, errx)(int status, const char* format, ...) {
  REPORT(format, printMessage(format, list));
  exit(status);
}
MODEL(void, verr)(int status, const char* format, va_list list) {
  printMessage(format, list);
  exit(status);
}
MODEL(void, verrx)(int status, const char* format, va_list list) {
  printMessage(format, list);
  exit(status);
}
/// Nobody but the system sees it.
static void logMessage(const char* format, va_list list) {
  (void)formatText(NULL, 0, format, list);
  (void)fails();
}
MODEL(void, syslog)(int priority, const char* format, ...) { REPORT(format, logMessage(format, list)); }
MODEL(void, vsyslog)(int priority, const char* format, va_list list) { logMessage(format, list); }
MODEL(void, openlog)(const char* name, int options, int facility) {
  if (name != NULL) readString(name);
}
MODEL(void, closelog)(void) {}
UNSPECIFIED(int, logmask);
MODEL(int, setlogmask)(int mask) { return __assay_unspecified_logmask(); }
#undef REPORT
