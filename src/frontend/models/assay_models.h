// What models of library functions are written with. They are compiled for both targets when Assay is built, and linked
// into a program that calls them and has no body of its own.
//
// A model reads and writes exactly the memory that the standard's function does, through plain loads and stores, so
// that the checks of these are the checks of the caller's pointers. It calls no other library function by name (the
// program might define that one), but for malloc and free: a program that defines them is used by the library, too.
// What the front end translates itself has names of its own here, __assay_memcpy for memcpy.
#pragma once

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;
typedef __builtin_va_list va_list;
typedef __WCHAR_TYPE__ wide;

#define NULL ((void*)0)
#define EOF (-1)
#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
enum { // errno.h
  EPERM = 1,
  ENOENT = 2,
  EINTR = 4,
  EBADF = 9,
  EAGAIN = 11,
  ENOMEM = 12,
  EBUSY = 16,
  EINVAL = 22,
  EDOM = 33,
  ERANGE = 34,
  EDEADLK = 35,
  EOVERFLOW = 75,
  EILSEQ = 84,
};

// A function of the library. The models' own test compiles them natively beside the host's library, under other names.
#ifdef ASSAY_NATIVE_TEST
#define MODEL_NAME(name) model_##name
#else
#define MODEL_NAME(name) name
#endif
#define MODEL(type, name) type MODEL_NAME(name)
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)

// x87's 80-bit long double is what both targets have; a host of the test may have another one.
#if defined(__i386__) || defined(__x86_64__)
#define HAS_X87 1
#endif

// Provided by the translation to Program:
/// The size of the live object that p points into; 0 where there is none.
size_t __assay_object_size(const void* p);
/// Whether p may be freed: null, or the start of a live block of the heap.
int __assay_freeable(const void* p);
/// Whether the program itself uses the function: a constant, so that code under it is there only where it is needed.
int __assay_program_uses(const char* literalName);
/// Whether the program calls the function at most once in an execution, as far as can be seen: a constant as well.
int __assay_runs_once(const char* literalName);
/// A signed operation inside a library function overflows if the condition is not 0.
void __assay_overflow_if(int condition);
/// Whether two blocks have a byte in common.
int __assay_overlap(const void* a, size_t sizeOfA, const void* b, size_t sizeOfB);
/// How many bytes the live object has from p on; 0 where there is none.
size_t __assay_bytes_left(const void* p);
/// The function reads these bytes, whatever it does with them.
void __assay_reads(const void* p, size_t size);
/// Whether reads that have no other effect matter: a constant, so that code under it is there only where it is needed.
int __assay_checks_reads(void);
/// An object that the library keeps for itself: it is no block of the heap and no leak. Its contents are any bytes.
void* __assay_new(size_t size, const char* literalName);
void __assay_delete(void* p);
// Threads (lower/threads.h). Of these only the first is asked for where the program starts none.
/// Whether the program starts threads: a constant, so that code under it is there only where it is needed.
int __assay_has_threads(void);
/// Between these no other thread goes on, unless this one waits. They may be nested.
void __assay_atomic_begin(void);
void __assay_atomic_end(void);
/// Others may go on here.
void __assay_step(void);
/// The thread goes on when *p compares to the value as said; where nobody can go on any more, that is a deadlock.
void __assay_await_equal(const int* p, int value);
void __assay_await_distinct(const int* p, int value);
void __assay_await_at_least(const int* p, int value);
/// A new thread, which calls the function of the models with the arguments that follow. Its number.
int __assay_spawn(void* function, ...);
_Noreturn void __assay_end_thread(void);
/// The program ends with its last thread.
_Noreturn void __assay_exit_with_last_thread(int status);
/// Everybody waits for ever.
void __assay_deadlock(void);
/// Some threads wait for each other, the one that runs among them.
void __assay_circle(void);
/// Whether deadlocks are looked for: a constant.
int __assay_checks_deadlocks(void);
/// A variable of which each thread has its own.
#define THREAD_LOCAL __attribute__((section("assay.thread_local")))
/// One that belongs to the models of threads, which keep others away from it by themselves. Other models that use variables of theirs
/// are not interrupted.
#define OF_THREADS __attribute__((section("assay.threads")))
/// A function that accesses memory at once with what comes before, without steps, in the region of a caller. What it
/// writes, nobody else may look at, and what it reads may tell nobody in which order turns came that commute otherwise.
#define UNSEEN __attribute__((section("assay.unseen")))
/// What the function is for, to those who look at no schedules: a name of program/thread_roles.def.
#define ROLE(role) __attribute__((section("assay.role." #role)))
/// Never returns: what the program asks for is not modelled, and every verdict that depends on it is unknown.
_Noreturn void __assay_unsupported(const char* literalMessage);
/// The same where the function goes on in C, and nothing but its result and what it writes is unknown.
_Noreturn void __assay_unknown_result(const char* literalMessage);
void __VERIFIER_assume(int condition);
void __VERIFIER_nondet_memory(void* p, size_t size);
// A value from the environment: T __assay_input_NAME(void).
// A value that C leaves open: T __assay_unspecified_NAME(void).
#ifdef ASSAY_NATIVE_TEST
void assayTestInput(void* value, size_t size);
#define HOOK(type, name)                                                                                               \
  static inline type name(void) {                                                                                      \
    type value;                                                                                                        \
    assayTestInput(&value, sizeof value);                                                                              \
    return value;                                                                                                      \
  }                                                                                                                    \
  type name(void)
#else
#define HOOK(type, name) type name(void)
#endif
#define INPUT(type, name) HOOK(type, PASTE(__assay_input_, name))
#define UNSPECIFIED(type, name) HOOK(type, PASTE(__assay_unspecified_, name))

#ifndef ASSAY_NATIVE_TEST
#define memcpy __assay_memcpy
#define memmove __assay_memmove
#define memset __assay_memset
#define abort __assay_abort
#define fegetround __assay_fegetround
#endif
void* malloc(size_t size);
void free(void* p);
void* memcpy(void* to, const void* from, size_t size);
void* memmove(void* to, const void* from, size_t size);
void* memset(void* to, int byte, size_t size);
_Noreturn void abort(void);

// What models share. The models are one translation unit, so this is one variable.
static int errorNumber THREAD_LOCAL;

/// One of several things that C leaves open; not 0 or 1 alone.
UNSPECIFIED(int, choice);
UNSPECIFIED(int, errno);
UNSPECIFIED(int, failure);
/// Whether something fails that the world outside decides. A failure sets errno, and a success may set it too, but not
/// to 0. Without branches: most programs do not look at errno.
static inline int fails(void) {
  const int error = __assay_unspecified_errno();
  const int fate = __assay_unspecified_failure();
  const int isSet = error > 0;
  errorNumber = (error & -isSet) | (errorNumber & (isSet - 1));
  return isSet & (fate != 0);
}
static inline int zeroOrFailure(void) { return -fails(); }
/// A failure for a reason that the standard leaves open.
static inline int failure(void) {
  const int error = __assay_unspecified_errno();
  __VERIFIER_assume(error > 0);
  errorNumber = error;
  return -1;
}

static inline int isSpace(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int isDigit(int c) { return c >= '0' && c <= '9'; }
static inline int isUpper(int c) { return c >= 'A' && c <= 'Z'; }
static inline int isLower(int c) { return c >= 'a' && c <= 'z'; }
static inline int toLower(int c) { return isUpper(c) ? c + ('a' - 'A') : c; }

/// The value of c as a digit in bases up to 36, or 36 where it is none.
static inline int digitValue(int c) {
  if (isDigit(c)) return c - '0';
  c = toLower(c);
  return isLower(c) ? c - 'a' + 10 : 36;
}

/// What a comparison returns: the standard fixes the sign alone.
UNSPECIFIED(int, comparison);
static inline int anyOfSign(int sign) {
  const int size = __assay_unspecified_comparison() & INT_MAX;
  const int positive = size + (size == 0);
  const int isNegative = sign < 0;
  return ((~size & -isNegative) | (positive & (isNegative - 1))) & -(sign != 0);
}
// A function that compares, in two forms: as the program sees it, and one for callers that look at the sign alone,
// which the front end takes where it can (specialise_comparisons.cpp).
#define COMPARISON(name, parameters, arguments)                                                                        \
  int PASTE(__assay_sign_of_, name) parameters { return PASTE(signOf_, name) arguments; }                              \
  MODEL(int, name) parameters { return anyOfSign(PASTE(signOf_, name) arguments); }

/// C leaves open what comes of a copy between blocks that overlap.
static inline void excludeOverlap(const void* to, size_t written, const void* from, size_t read) {
  if (__assay_overlap(to, written, from, read)) __assay_unsupported("a copy between objects that overlap");
}

// Reads that matter only if they are not allowed.

static inline void readByte(const void* p) { __assay_reads(p, 1); }

/// Up to a terminator, or so many characters, which other threads may write to.
static void readShared(const char* s, size_t most) {
  size_t n = 0;
  __assay_atomic_begin();
  while (n < most && s[n] != 0) ++n;
  __assay_atomic_end();
  __assay_reads(s, n < most ? n + 1 : n);
}

/// A whole string. One whose object ends with a terminator needs no look at the rest, unless others may write to it.
static void readString(const char* s) {
  if (!__assay_checks_reads()) return;
  if (__assay_has_threads()) {
    readShared(s, (size_t)-1);
    return;
  }
  const size_t left = __assay_bytes_left(s);
  if (left != 0 && s[left - 1] == 0) return;
  while (*s != 0) ++s;
}

static inline size_t stringLength(const char* s) {
  size_t n = 0;
  while (s[n] != 0) ++n;
  return n;
}

/// How many digits x has in base 8, 10 or 16; 0 has none. Without loops or branches: a program's numbers are not known.
static int countDigits(u64 x, unsigned base) {
  if (base != 10) {
    const int bits = 64 - __builtin_clzll(x | 1);
    return (base == 8 ? (bits + 2) / 3 : (bits + 3) / 4) & -(x != 0);
  }
  int count = x != 0;
#define AT_LEAST(n) count += x >= n##ull;
  AT_LEAST(10)
  AT_LEAST(100)
  AT_LEAST(1000)
  AT_LEAST(10000)
  AT_LEAST(100000)
  AT_LEAST(1000000)
  AT_LEAST(10000000)
  AT_LEAST(100000000)
  AT_LEAST(1000000000)
  AT_LEAST(10000000000)
  AT_LEAST(100000000000)
  AT_LEAST(1000000000000)
  AT_LEAST(10000000000000)
  AT_LEAST(100000000000000)
  AT_LEAST(1000000000000000)
  AT_LEAST(10000000000000000)
  AT_LEAST(100000000000000000)
  AT_LEAST(1000000000000000000)
  AT_LEAST(10000000000000000000)
  return count;
}
