// What a generated program sees when it is compiled to be run: its inputs, its ends, its heap and the heads of its
// loops belong to the driver. The verifier sees the standard functions instead, and no heads.
#pragma once
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int truth_choose(int count);
void truth_head(int site);
void truth_enter(int site, char* frame, int count, ...);
_Noreturn void truth_end(void);
void* truth_malloc(size_t size);
void truth_free(void* block);

#define IN(count, expression) truth_choose(count)
// A place that every iteration of a loop passes.
#define HEAD(site) truth_head(site)
// The first statement of a function. What follows are addresses and sizes of all that a call depends on beside globals
// and heap.
#define ENTER(site, ...) truth_enter(site, __builtin_dwarf_cfa(), __VA_ARGS__)
#undef assert
#define assert(condition) ((condition) ? (void)0 : truth_end())
#define __VERIFIER_assume(condition) ((condition) ? (void)0 : truth_end())
#define exit(status) truth_end()
#define abort() truth_end()
#define malloc truth_malloc
#define free truth_free
