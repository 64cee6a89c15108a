// Functions whose effect on control flow or on arithmetic is not modelled. Reaching them makes a verdict unknown.
#include "assay_models.h"

MODEL(void*, signal)(int number, void* handler) { __assay_unsupported("signal handlers"); }
MODEL(int, sigaction)(int number, const void* action, void* old) { __assay_unsupported("signal handlers"); }
MODEL(int, raise)(int number) {
  if (number == 6) abort(); // SIGABRT
  __assay_unsupported("signals");
}
MODEL(int, atexit)(void (*function)(void)) { __assay_unsupported("atexit"); }
MODEL(int, on_exit)(void (*function)(int, void*), void* argument) { __assay_unsupported("on_exit"); }
MODEL(int, fork)(void) { __assay_unsupported("fork"); }
MODEL(int, vfork)(void) { __assay_unsupported("vfork"); }
MODEL(int, execv)(const char* path, char* const* arguments) { __assay_unsupported("execv"); }
MODEL(int, execvp)(const char* path, char* const* arguments) { __assay_unsupported("execvp"); }
MODEL(int, execve)(const char* path, char* const* arguments, char* const* environment) {
  __assay_unsupported("execve");
}
MODEL(void*, mmap)(void* at, size_t size, int protection, int flags, int file, long offset) {
  __assay_unsupported("mmap");
}
MODEL(void*, sbrk)(ssize_t increment) { __assay_unsupported("sbrk"); }

// fenv.h: arithmetic rounds to nearest.
MODEL(int, feclearexcept)(int exceptions) { return 0; }
UNSPECIFIED(int, fetestexcept);
MODEL(int, fetestexcept)(int exceptions) { return __assay_unspecified_fetestexcept() & exceptions; }
MODEL(int, feraiseexcept)(int exceptions) { return 0; }
