"""What is true of programs, by running them over all inputs: Compilers(...).truths(bodies) -> [Truth].

A batch of programs is one translation unit. gcc and clang compile it without optimisation; driver.c explores it."""
import pathlib
import re
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = "signed-integer-overflow,shift,integer-divide-by-zero,null,bounds"
FLAGS = ["-w", "-O0", "-std=gnu11", "-fsigned-char", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-builtin", "-fno-stack-protector",
         f"-I{HERE}", f"-fsanitize={CHECKS}", f"-fsanitize-recover={CHECKS}"]
PRELUDE = """#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
static inline int in_range(int n) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x >= 0 && x < n); return x; }
#define IN(count, expression) (expression)
"""
NATIVE_ONLY = re.compile(r"^\s*(HEAD|ENTER)\(.*\);$")


class Truth:
    """ends, endless, overflow, limit or overflow-limit (driver.c); the number of states; the inputs on the way to the cycle."""

    def __init__(self, verdict, states, choices):
        self.verdict, self.states, self.choices = verdict, states, choices

    def __str__(self):
        return f"{self.verdict}, {self.states} states" + (f", inputs {self.choices}" if self.verdict == "endless" else "")

    def contradiction(self, answer):
        """None, or how a verdict contradicts this."""
        if answer == "true" and self.verdict in ("endless", "overflow", "overflow-limit"):
            return f"true, but there is an endless execution{' with an overflow' if self.verdict != 'endless' else f' (inputs {self.choices})'}"
        if answer == "false" and self.verdict in ("ends", "overflow"):
            return f"false, but every {'endless execution has an overflow' if self.verdict == 'overflow' else 'execution ends'}"
        return None


def standalone(body):
    """The program as the verifier sees it."""
    kept = [line.replace("GLOBAL ", "") for line in body if not NATIVE_ONLY.match(line)]
    return PRELUDE + "\n" + "\n".join(kept).replace("G_main", "main").replace("G_", "g_") + "\n"


def batch(bodies):
    """A translation unit of many programs, for the driver."""
    parts = ['#include "native.h"', "static inline int in_range(int n) { return 0; }"]
    for i, body in enumerate(bodies):
        parts += ["#undef GLOBAL", f'#define GLOBAL __attribute__((section("p{i}")))', f"GLOBAL int p{i}_; extern char __start_p{i}[], __stop_p{i}[];",
                  "\n".join(body).replace("G_", f"p{i}_")]
    rows = ", ".join(f"{{p{i}_main, __start_p{i}, __stop_p{i}}}" for i in range(len(bodies)))
    parts.append(f"const struct {{ int (*main)(void); char *data, *dataEnd; }} truth_programs[] = {{{rows}}};")
    parts.append(f"const int truth_program_count = {len(bodies)};\n")
    return "\n".join(parts)


class Compilers:
    def __init__(self, folder, gcc="gcc", clang="clang-19"):
        self.folder, self.compilers = pathlib.Path(folder), [gcc, clang]
        self.driver = self.folder / "driver.o"
        run([clang, "-c", "-O1", "-w", str(HERE / "driver.c"), "-o", str(self.driver)])

    def explore(self, source, compiler, name):
        binary = self.folder / name
        run([compiler, *FLAGS, "-c", str(source), "-o", f"{binary}.o"])
        run([compiler, f"{binary}.o", str(self.driver), "-o", str(binary)])
        output = run([str(binary)])
        pathlib.Path(f"{binary}.o").unlink()
        binary.unlink()
        return [Truth(*line.split()[1:]) for line in output.splitlines()]

    def truths(self, bodies, name="batch"):
        source = self.folder / f"{name}.c"
        source.write_text(batch(bodies))
        first, second = (self.explore(source, compiler, f"{name}.{i}") for i, compiler in enumerate(self.compilers))
        source.unlink()
        return [merged(a, b) for a, b in zip(first, second, strict=True)]


def merged(first, second):
    """One truth of two compilers, which must not contradict each other. gcc does not notice every overflow."""
    verdicts = {first.verdict, second.verdict}
    if "ends" in verdicts and verdicts & {"endless", "overflow", "overflow-limit"}:
        raise RuntimeError(f"the compilers differ: {first} and {second}")
    if "endless" in verdicts and "overflow" in verdicts:
        return Truth("overflow", second.states, "-")
    return second if "limit" in first.verdict else first


def run(command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    if done.returncode != 0:
        raise RuntimeError(f"status {done.returncode}: {command[0]}\n" + "\n".join(done.stderr.splitlines()[:6]))
    return done.stdout
