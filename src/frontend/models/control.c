// Functions whose effect on control flow or on arithmetic is not modelled. Reaching them makes a verdict unknown.
#include "assay_models.h"

#define UNSUPPORTED(type, name, ...)                                                                                   \
  MODEL(type, name)(__VA_ARGS__) { __assay_unsupported(#name); }

// They run functions of the program, or another program.
UNSUPPORTED(int, on_exit, void (*function)(int, void*), void* argument)
UNSUPPORTED(int, vfork, void)
UNSUPPORTED(int, execv, const char* path, char* const* arguments)
UNSUPPORTED(int, execvp, const char* path, char* const* arguments)
UNSUPPORTED(int, execve, const char* path, char* const* arguments, char* const* environment)
// They write memory, or give some to the program.
UNSUPPORTED(void*, mmap, void* at, size_t size, int protection, int flags, int file, long offset)
UNSUPPORTED(void*, sbrk, ssize_t increment)

// fenv.h: arithmetic rounds to nearest.
MODEL(int, feclearexcept)(int exceptions) { return 0; }
UNSPECIFIED(int, fetestexcept);
MODEL(int, fetestexcept)(int exceptions) { return __assay_unspecified_fetestexcept() & exceptions; }
MODEL(int, feraiseexcept)(int exceptions) { return 0; }
