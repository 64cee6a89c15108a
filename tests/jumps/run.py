#!/usr/bin/env python3
"""Random programs that jump by longjmp: what Assay says of them against what they do when they run on all their inputs.

The programs have a few functions, buffers and flags that say which buffers may be jumped to; they jump at most six times. All
that happens goes into a number, and the question is whether it ends as one value. What is changed is volatile; with
--indeterminate, a local that is not volatile is changed as well. Then Assay may not say that a value is never reached that some
compiler's program reaches.

  run.py --assay ASSAY --compiler GCC [--first N] [--count N] [--indeterminate]"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

INPUTS = range(4)
TIMEOUT = 20


class Generator:
    def __init__(self, seed, is_indeterminate):
        self.random = random.Random(seed)
        self.is_indeterminate = is_indeterminate
        self.functions = self.random.randint(2, 4)
        self.buffers = self.random.randint(1, 3)
        self.has_pointers = self.random.random() < .5
        self.has_wrapper = self.random.random() < .5

    def expression(self):
        return self.random.choice(["a", "input", "v", "w", "(int)(trace & 3)", "1", "2", "n" if self.is_indeterminate else "a", "d"])

    def condition(self):
        return self.random.choice([f"{self.expression()} > 1", f"{self.expression()} == {self.expression()}",
                                   f"(trace & {self.random.choice([1, 2, 4, 8])})", f"input == {self.random.randint(0, 3)}", "1"])

    def statements(self, function, depth, most=3):
        return [line for _ in range(self.random.randint(1, most)) for line in self.statement(function, depth)]

    def changed(self):
        return self.random.choice(["v", "w", "n"] if self.is_indeterminate else ["v", "w"])

    def jump(self):
        buffer, value = self.random.randrange(self.buffers), self.expression()
        way = f"fail({buffer}, {value})" if self.has_wrapper and self.random.random() < .5 else f"longjmp(places[{buffer}], {value})"
        return [f"if (level[{buffer}] && fuel > 0 && {self.condition()}) {{ fuel--; {way}; }}"]

    def call(self, function):
        callee = self.random.randrange(function + 1, self.functions)
        name = f"pointers[{callee}]" if self.has_pointers and self.random.random() < .5 else f"f{callee}"
        target = self.random.choice(["trace += (unsigned)", f"{self.changed()} = "])
        return [f"{{ const int q = {name}(d + 1, {self.expression()}); {target}q; }}"]

    def set_jump(self, function, depth):
        buffer, form = self.random.randrange(self.buffers), self.random.random()
        mark, lines = f"setjmp(places[{buffer}])", [f"level[{buffer}] = d;"]
        if form < .4:
            return [*lines, f"if ({mark} == 0) {{", *self.statements(function, depth + 1), "} else {", "drop(d);",
                    *self.statements(function, depth + 1), "}"]
        if form < .7:
            return [*lines, f"switch ({mark}) {{", "case 0:", *self.statements(function, depth + 1), "break;", "case 1: drop(d);",
                    *self.statements(function, depth + 1, 1), "break;", "default: drop(d); trace += 5; break;", "}"]
        return [*lines, f"s = {mark};", "drop(d);", "trace = trace * 5 + (unsigned)s;"]

    def statement(self, function, depth):
        choice = self.random.random()
        if choice < .2:
            return [f"trace = trace * 3 + {self.random.randint(1, 9)} + (unsigned){self.expression()};"]
        if choice < .35:
            return [f"{self.changed()} = {self.expression()} + {self.random.randint(0, 2)};"]
        if choice < .5 and depth < 3:
            return [f"if ({self.condition()}) {{", *self.statements(function, depth + 1), "} else {",
                    *self.statements(function, depth + 1, 1), "}"]
        if choice < .7:
            return self.jump()
        if choice < .85 and function + 1 < self.functions:
            return self.call(function)
        return self.set_jump(function, depth) if depth < 2 else ["trace++;"]

    def function(self, number):
        body = ["level[0] = d; if (setjmp(places[0]) != 0) { drop(d); trace += 7; }"] if number == 0 else []
        body += self.statements(number, 0, 5)
        if self.random.random() < .4:
            body += ["for (i = 0; i < 2; i++) {", *self.statements(number, 1), "}"]
        return [f"static int f{number}(int d, int a) {{", "volatile int v = 0, w = 1, i = 0; int s = 0, n = 3;", *body,
                "drop(d - 1);", f"return v + n + d + {self.random.choice(['a', '1'])};", "}"]

    def program(self):
        lines = ["#include <setjmp.h>", "extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);",
                 f"static jmp_buf places[{self.buffers}];", f"static int level[{self.buffers}], fuel = 6, input;",
                 "static unsigned trace = 1;",
                 f"static void drop(int d) {{ for (int i = 0; i < {self.buffers}; i++) if (level[i] > d) level[i] = 0; }}"]
        names = [f"f{number}" for number in range(self.functions)]
        lines += [f"static int {name}(int d, int a);" for name in names]
        if self.has_pointers:
            lines.append(f"static int (*pointers[])(int, int) = {{{', '.join(names)}}};")
        if self.has_wrapper:
            lines.append("static _Noreturn void fail(int i, int value) { longjmp(places[i], value); }")
        for number in reversed(range(self.functions)):
            lines += self.function(number)
        return "\n".join([*lines, "int main(void) {", "input = __VERIFIER_nondet_int() & 3;", "const int q = f0(1, input);",
                          "trace = (trace + (unsigned)q) & 0xff;", "ASK", "return 0;", "}", ""])


def values(program, compiler, folder):
    """What the program ends as, on all inputs, compiled in two ways; None if it does not end properly."""
    result = set()
    source = pathlib.Path(folder, "native.c")
    source.write_text("#include <stdlib.h>\n" + program.replace("ASK", "return (int)trace;") +
                      'int __VERIFIER_nondet_int(void) { return atoi(getenv("INPUT")); }\n')
    for level in ("-O0", "-O2"):
        binary = str(source) + level
        subprocess.run([compiler, "-w", level, source, "-o", binary], check=True)
        for number in INPUTS:
            try:
                status = subprocess.run([binary], env={"INPUT": str(number)}, timeout=TIMEOUT).returncode
            except subprocess.TimeoutExpired:
                return None
            if status < 0:
                return None
            result.add(status)
    return result


def check(seed, options):
    """The truth and what Assay says, or None for a program that shows nothing."""
    program = Generator(seed, options.indeterminate).program()
    if "longjmp(" not in program.split("static int f0", 2)[-1]:
        return None
    with tempfile.TemporaryDirectory() as folder:
        ends = values(program, options.compiler, folder)
        if ends is None:
            return None
        chosen = random.Random(seed)
        asked = chosen.choice(sorted(ends)) if chosen.random() < .5 else chosen.choice(sorted(set(range(256)) - ends))
        source = pathlib.Path(folder, "program.c")
        source.write_text(program.replace("ASK", f"if (trace == {asked}) reach_error();"))
        bits = chosen.choice(["32", "64"])
        run = subprocess.run([options.assay, "check", source, "-p", "unreach-call", "-m", bits, "--timeout", str(TIMEOUT)],
                             capture_output=True, text=True, cwd=folder)
        verdict = re.search(r"^verdict: (true|false|unknown)", run.stdout, re.M)
        return "false" if asked in ends else "true", verdict[1] if verdict else "none"


parser = argparse.ArgumentParser()
parser.add_argument("--assay", required=True)
parser.add_argument("--compiler", required=True)
parser.add_argument("--first", type=int, default=1)
parser.add_argument("--count", type=int, default=30)
parser.add_argument("--indeterminate", action="store_true")
options = parser.parse_args()
options.assay = os.path.abspath(options.assay)
seeds = range(options.first, options.first + options.count)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    results = list(pool.map(lambda seed: check(seed, options), seeds))
shown = [(seed, *result) for seed, result in zip(seeds, results) if result]
# Where a value is indeterminate, another one than that of these two compilers is no mistake.
wrong = [(seed, truth, said) for seed, truth, said in shown if said == "none" or (truth, said) == ("false", "true") or
         ((truth, said) == ("true", "false") and not options.indeterminate)]
for seed, truth, said in wrong:
    print(f"program {seed}: {said}, and it is {truth}")
decided = sum(said in ("true", "false") for _, _, said in shown)
print(f"{len(shown)} programs, {decided} decided, {len(wrong)} wrong")
sys.exit(bool(wrong) or 2 * decided < len(shown) or 2 * len(shown) < options.count)
