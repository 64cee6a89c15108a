// What a generated program sees when it is compiled to be run: its inputs, its end, its heap and its checks belong to
// the driver. The verifier sees the standard functions instead.
#pragma once
#include <alloca.h>
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int truth_choose(int count);
int truth_probe(int site, int rule, int breaks, long long value);
long long truth_constant(int site);
_Noreturn void truth_reached(void);
_Noreturn void truth_failed_assertion(void);
_Noreturn void truth_hang(void);
_Noreturn void truth_exit(int status);
_Noreturn void truth_abort(void);
int truth_atexit(void (*function)(void));
void* truth_malloc(size_t size);
void* truth_calloc(size_t count, size_t size);
void* truth_realloc(void* block, size_t size);
void truth_free(void* block);
char* truth_strdup(char const* text);

#define IN(count, expression) truth_choose(count)
#define NATIVE(...) __VA_ARGS__
#define ASSAY(...)
#define HANG() truth_hang()
#define PROBE(site, rule, breaks, value) if (truth_probe(site, rule, breaks, value))
#define K(site) ((int)truth_constant(site))
#define KL(site) truth_constant(site)
// As long as `long` is for the verifier, in 32 and in 64 bits.
#define WORD32 int
#define WORD64 long
#define reach_error() truth_reached()
#define __VERIFIER_assert(condition) ((condition) ? (void)0 : truth_failed_assertion())
#undef assert
#define assert(condition) ((condition) ? (void)0 : truth_failed_assertion())
#define exit truth_exit
#define abort truth_abort
#define atexit truth_atexit
#define malloc truth_malloc
#define calloc truth_calloc
#define realloc truth_realloc
#define free truth_free
#define strdup truth_strdup
