"""A program as text: for the verifier, which is also what is kept, and for a batch of programs that are compiled
together."""
import re

PRELUDE = """#ifdef TRUTH
#include "native.h"
#else
#include <alloca.h>
#include <assert.h>
#include <ctype.h>
#include <limits.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assert(int);
extern void reach_error(void);
static inline int in_range(int n) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < n); return x; }
#define IN(count, expression) (expression)
#define NATIVE(...)
#define ASSAY(...) __VA_ARGS__
#define HANG() for (;;) {}
#define WORD32 long
#define WORD64 long
#endif
"""
PROBE = re.compile(r"PROBE\([^{]*\{$")
CONSTANT = re.compile(r"\bK(L?)\((\d+)\)")


def lines(items, indent=0):
    """The lines of a tree."""
    for item in items:
        if isinstance(item, str):
            yield "  " * indent + item
        elif isinstance(item, list):
            yield from lines(item, indent)
        else:
            yield "  " * indent + item[0]
            yield from lines(item[1], indent + 1)
            yield "  " * indent + (item[2] if len(item) > 2 else "}")


def number(value, suffix=""):
    if value == -(1 << 63):
        return f"(-{(1 << 63) - 1}{suffix} - 1)"
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


def with_constants(body, constants):
    """The lines with the constants of the checks, as the verifier sees them."""
    result = []
    for line in body:
        if PROBE.search(line):
            line = PROBE.sub("{", line)
        result.append(CONSTANT.sub(lambda m: number(constants.get(int(m[2]), 0), 2 * m[1]), line))
    return result


def standalone(body, few=False):
    """A file of its own, perhaps with few of the headers: to read them takes longer than to verify a small program."""
    prelude = re.sub(r"#include <(?!assert|stdlib)\w+\.h>\n", "", PRELUDE) if few else PRELUDE
    return prelude + "\n" + "\n".join(body).replace("G_main", "main").replace("G_", "g_") + "\n"


def batch(bodies):
    """A translation unit of many programs, for the driver."""
    parts = ['#include "native.h"']
    for i, body in enumerate(bodies):
        parts.append("\n".join(body).replace("G_", f"p{i}_"))
    table = ", ".join(f"p{i}_main" for i in range(len(bodies)))
    parts.append(f"int (*const truth_programs[])(void) = {{{table}}};\nconst int truth_program_count = {len(bodies)};\n")
    return "\n".join(parts)
