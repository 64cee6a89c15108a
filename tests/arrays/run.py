#!/usr/bin/env python3
"""Random programs over arrays of any length, with truth by running them.

A program fills and changes arrays in loops and asks something of all cells or of a sum; of kind `orders`,
it sorts or compares, and asks how cells compare; of kind `tables`, arrays have rows. What it asks is taken from a list:
what holds of arrays of one and two cells, whatever they hold, so that much of it holds of longer ones, too, and some does not.
The compiled program then runs on arrays of up to seven cells, and longer ones, with contents of all kinds; some are the
largest numbers, so that sums wrap around. Nothing that fails in a run may be proved. `--assay always-true` is no verifier: it shows
that the test can fail.

  run.py --assay build/assay --first 1 --count 100 [--engine arrays] [--jobs 2] [--keep FOLDER]"""
import argparse
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

HEADER = """extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);
#ifdef NATIVE
extern void record(int number, int holds);
#define CHECK(number, condition) record(number, condition)
#else
#define CHECK(number, condition) do { if (number == ASKED && !(condition)) __VERIFIER_error(); } while (0)
#endif
"""
DRIVER = r"""
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
extern int program(void);
static unsigned long long state;
static int kind, first, length;
int failsSmall[64], failsAny[64];
static unsigned next(void) { state = state * 6364136223846793005ull + 1442695040888963407ull; return (unsigned)(state >> 33); }
int __VERIFIER_nondet_int(void) {
  if (first) { first = 0; return length; }
  switch (kind) {
  case 0: return (int)(next() % 5) - 2;
  case 1: return (int)(next() % 200) - 100;
  case 2: return (int)(next() << 1 ^ next());
  default: { static const int far[] = {0, 1, -1, 2147483647, -2147483647 - 1, 1073741824, 65536, 46341}; return far[next() % 8]; }
  }
}
void __VERIFIER_error(void) { abort(); }
void record(int number, int holds) {
  if (holds) return;
  failsAny[number] = 1;
  if (length <= 2) failsSmall[number] = 1;
}
int main(void) {
  for (int run = 0; run < 600; ++run) {
    state = run * 77777ull + 1;
    kind = run % 4;
    length = run % 16 == 15 ? 40 + run % 60 : 1 + run / 4 % 7;
    first = 1;
    program();
  }
  for (int i = 0; i < 64; ++i) putchar(failsAny[i] ? failsSmall[i] ? '-' : '?' : '+');
  return 0;
}
"""


class Program:
    """The text of a program, and how many questions there are."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.make()

    def make(self):
        self.arrays = ["a", "b", "c"][:self.random.randint(1, 3)]
        self.sums = ["s", "t"][:self.random.randint(0, 2)]
        self.filled = set()
        loops = [self.loop() for _ in range(self.random.randint(1, 4))]
        # What was not filled begins with anything; the compiled program has to know what.
        begin = [self.fill(array) for array in self.arrays]
        self.questions = self.ask()
        self.text = HEADER + self.main(begin + loops)

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return str(self.pick(0, 1, 1, 2, 3, 4, 7))

    def fill(self, array):
        value = self.pick("__VERIFIER_nondet_int()", "__VERIFIER_nondet_int()", self.number(), f"i + {self.number()}", f"{self.number()} * i", "n - i", "i * i")
        return f"for (i = 0; i < n; i++) {array}[i] = {value};"

    def atom(self, places):
        choices = [self.number(), "i", "n"] + self.sums[:1] + [f"{a}[{self.pick(*places)}]" for a in self.arrays] * 2
        return self.pick(*choices)

    def value(self, places):
        a, b = self.atom(places), self.atom(places)
        return self.pick(a, f"{a} + {b}", f"{a} - {b}", f"{a} + {self.number()}", f"{self.number()} * {a}", f"{a} * {b}" if self.pick(0, 1) else a)

    def statement(self, places, writable, depth=0):
        kind = self.random.randrange(8)
        if kind == 0 and depth == 0:
            condition = self.pick(f"{self.atom(places)} == {self.atom(places)}", f"i % {self.pick(2, 3)} == 0", f"{self.atom(places)} < {self.atom(places)}", "i == 0")
            return f"if ({condition}) {{ {self.statement(places, writable, 1)} }} else {{ {self.statement(places, writable, 1)} }}"
        if kind <= 2 and self.sums:
            s = self.pick(*self.sums)
            return f"{s} = {s} {self.pick('+', '+', '-')} {self.value(places)};"
        return f"{self.pick(*self.arrays)}[{self.pick(*writable)}] = {self.value(places)};"

    def loop(self):
        kind = self.random.randrange(10)
        if kind < 5:
            low, high, places = "0", "n", ["i"]
        elif kind < 7:
            low, high, places = "1", "n", ["i", "i", "i - 1"]
        elif kind < 8:
            low, high, places = "0", "n - 1", ["i", "i + 1"]
        elif kind < 9:
            low, high, places = "0", "n", ["i", "n - 1 - i", "0"]
        else:
            inner = self.statement(["j", "i"], ["j"]).replace("i % ", "j % ")
            bound = self.pick("i + 1", "n", "i")
            return f"for (i = 0; i < n; i++) for (j = 0; j < {bound}; j++) {{ {inner} }}"
        writable = ["i"] if self.random.randrange(6) else places
        body = " ".join(self.statement(places, writable) for _ in range(self.random.randint(1, 2)))
        if self.random.randrange(6) == 0:
            return f"for (i = {high} - 1; i >= {low}; i--) {{ {body} }}"
        return f"for (i = {low}; i < {high}; i++) {{ {body} }}"

    def ask(self):
        cells, whole = [], []
        for array in self.arrays:
            values = ["0", "1", "2", "3", "i", "n", "i + 1", "2 * i", "i * i", "n - i", "n + 1", "2 * n", "n * i", "n - 1"]
            cells += [f"{array}[i] == {value}" for value in values]
            cells += [f"{array}[i] == {other}[i]" for other in self.arrays if other != array]
            cells += [f"{array}[i] == {s}" for s in self.sums]
            cells += [f"{array}[i] <= 3", f"{array}[i] >= 0", f"{array}[i] <= n"]
        for s in self.sums:
            whole += [f"{s} == {value}" for value in ["0", "1", "n", "2 * n", "n * n", "3 * n", "n + 1", "n - 1"]]
            whole += [f"{s} >= 0", f"{s} <= n"]
        self.random.shuffle(cells)
        return [(True, condition) for condition in cells[:40]] + [(False, condition) for condition in whole[:20]]

    def main(self, loops):
        arrays = " ".join(f"int {array}[n];" for array in self.arrays)
        sums = " ".join(f"int {s} = 0;" for s in self.sums)
        asked = ["for (i = 0; i < n; i++) {"]
        asked += [f"    CHECK({k}, {condition});" for k, (isCell, condition) in enumerate(self.questions) if isCell]
        asked += ["}"] + [f"CHECK({k}, {condition});" for k, (isCell, condition) in enumerate(self.questions) if not isCell]
        lines = ["int i, j;", "int n = __VERIFIER_nondet_int();", "if (n <= 0) return 0;", arrays, sums, *loops, *asked, "return 0;"]
        body = "\n".join("  " + line for line in lines if line)
        return f"#ifdef NATIVE\n#define main program\n#endif\nint main(void) {{\n{body}\n}}\n"


class Orders(Program):
    """Sorting, filters and maxima, some of them wrong; what it asks is how cells compare."""

    def make(self):
        self.arrays = ["a", "b"]
        self.sums = ["s", "m"]
        begin = [f"for (i = 0; i < n; i++) {array}[i] = {self.pick('__VERIFIER_nondet_int()', '__VERIFIER_nondet_int()', 'i', 'n - i')};" for array in self.arrays]
        loops = [self.ordering() for _ in range(self.random.randint(1, 2))]
        self.questions = self.compare()
        self.text = HEADER + self.main(begin + loops)

    def ordering(self):
        a, b = self.pick(("a", "b"), ("b", "a"))
        less, more = self.pick(("<", ">"), ("<", ">"), ("<=", ">="), (">", "<"))
        end, first = self.pick("n", "n", "n", "n - 1"), self.pick(0, 0, 1)
        swap = lambda x, y: f"{{ t = {a}[{x}]; {a}[{x}] = {a}[{y}]; {a}[{y}] = t; }}"
        return self.pick(
            f"for (i = {first}; i < {end}; i++) for (j = 0; j + 1 < {self.pick('n - i', 'n - i', 'n', 'n - i - 1')}; j++) if ({a}[j] {more} {a}[j + 1]) {swap('j', 'j + 1')}",
            f"for (i = {self.pick(1, 1, 2)}; i < {end}; i++) if ({a}[i - 1] {more} {a}[i]) {swap('i - 1', 'i')}",
            f"for (i = 1; i < {end}; i++) {{ t = {a}[i]; j = i - 1; while (j >= {first} && {a}[j] {more} t) {{ {a}[j + 1] = {a}[j]; j--; }} {a}[j + 1] = t; }}",
            f"for (i = {first}; i < {end}; i++) {{ m = i; for (j = i + {self.pick(0, 1, 1, 2)}; j < {end}; j++) if ({a}[j] {less} {a}[m]) m = j; {swap('i', 'm')} }}",
            f"for (i = {first}; i < {end}; i++) for (j = i + 1; j < n; j++) if ({a}[i] {more} {a}[j]) {swap('i', 'j')}",
            f"s = {a}[0]; for (i = {self.pick(0, 1, 1)}; i < {end}; i++) if ({a}[i] {more} s) s = {a}[i];",
            f"m = 0; for (i = {first}; i < {end}; i++) if ({a}[m] {less} {a}[i]) m = i;",
            f"for (i = 1; i < {end}; i++) {{ {b}[i] = {b}[i - 1]; if ({a}[i] {more} {b}[i]) {b}[i] = {a}[i]; }}",
            f"j = 0; for (i = {first}; i < {end}; i++) if ({a}[i] {more} {self.pick('s', '0', b + '[i]')}) {b}[j++] = {a}[i];",
            f"j = 1; for (i = 1; i < {end}; i++) if ({a}[i] != {a}[j - 1]) {a}[j++] = {a}[i];",
            f"for (i = 0; i < {end}; i++) {{ {b}[i] = {a}[i]; if ({b}[i] {less} {self.pick('0', 's', '3')}) {b}[i] = {self.pick('0', 's', '3')}; }}")

    def compare(self):
        cells = []
        for a, b in (("a", "b"), ("b", "a")):
            for sign in ("<=", "<", ">=", "!="):
                cells += [f"i == 0 || {a}[i - 1] {sign} {a}[i]", f"{a}[i] {sign} s", f"i == 0 || {a}[0] {sign} {a}[i]", f"i + 1 == n || {a}[i] {sign} {a}[n - 1]",
                          f"i + 1 == n || {a}[i] {sign} {a}[i + 1]", f"i >= j || {a}[i] {sign} s", f"i == 0 || i >= j || {a}[i - 1] {sign} {a}[i]"]
            cells += [f"{a}[i] <= {b}[i]", f"{a}[i] <= {b}[n - 1]", f"{a}[i] >= 0", f"m < 0 || m >= n || {a}[m] <= {a}[i]", f"m < 0 || m >= n || {a}[m] >= {a}[i]"]
        self.random.shuffle(cells)
        return [(True, condition) for condition in cells[:60]]

    def main(self, loops):
        return super().main(loops).replace("int i, j;", "int i, j = 0, t = 0;")


class Tables(Program):
    """Tables with rows, copied, reflected and added; some loops leave a row or a column out."""

    def make(self):
        self.arrays = ["a", "b", "c"][:self.random.randint(2, 3)]
        self.sums = ["s"]
        self.rows, self.columns = self.pick((30, 20), (12, 50), (16, 16), (40, 11))
        begin = [self.nest(f"{array}[i][j] = {self.pick('__VERIFIER_nondet_int()', '__VERIFIER_nondet_int()', 'n', '3')};") for array in self.arrays]
        loops = [self.step() for _ in range(self.random.randint(1, 2))]
        self.questions = self.compare()
        self.text = HEADER + self.main(begin + loops)

    def nest(self, body, low="0", rows=None, columns=None):
        rows, columns = rows or self.rows, columns or self.columns
        return f"for (i = {low}; i < {rows}; i++) for (j = {low}; j < {columns}; j++) {{ {body} }}"

    def cell(self, array):
        last = (self.rows - 1, self.columns - 1)
        return f"{array}[{self.pick('i', 'i', 'i', f'{last[0]} - i')}][{self.pick('j', 'j', 'j', f'{last[1]} - j')}]"

    def step(self):
        a, b, c = self.pick(*self.arrays), self.pick(*self.arrays), self.pick(*self.arrays)
        body = self.pick(f"{a}[i][j] = {self.cell(b)};", f"{a}[i][j] = {self.cell(b)} + {self.cell(c)};", f"{a}[i][j] = {b}[i][j] + {self.number()};",
                         f"if ({a}[i][j] > s) s = {a}[i][j];", f"s = s + {a}[i][j];", f"{a}[i][j] = n + {self.pick('i', 'j', '1')};")
        return self.nest(body, self.pick("0", "0", "0", "1"), self.pick(self.rows, self.rows, self.rows, self.rows - 1),
                         self.pick(self.columns, self.columns, self.columns, self.columns - 1))

    def compare(self):
        cells = []
        for a in self.arrays:
            cells += [f"{a}[i][j] == {value}" for value in ("n", "3", "n + 1", "n + i", "n + j", "4")] + [f"{a}[i][j] <= s"]
            for b in self.arrays:
                reflected = f"{b}[{self.rows - 1} - i][{self.columns - 1} - j]"
                cells += [f"{a}[i][j] == {b}[i][j] + {k}" for k in (1, 2, 3)] + [f"{a}[i][j] == {reflected}"]
                cells += [f"{a}[i][j] == {b}[i][j]"] if a != b else []
                cells += [f"{a}[i][j] == {b}[i][j] + {c}[i][j]" for c in self.arrays]
        self.random.shuffle(cells)
        return [(True, condition) for condition in cells[:60]]

    def main(self, loops):
        text = super().main(loops).replace("for (i = 0; i < n; i++) {\n", f"for (i = 0; i < {self.rows}; i++) for (j = 0; j < {self.columns}; j++) {{\n")
        for array in self.arrays:
            text = text.replace(f"int {array}[n];", f"int {array}[{self.rows}][{self.columns}];")
        return text


KINDS = {"numbers": Program, "orders": Orders, "tables": Tables}


def truth(text, folder, clang):
    (folder / "driver.c").write_text(DRIVER)
    (folder / "program.c").write_text(text)
    subprocess.run([clang, "-O1", "-fwrapv", "-w", "-DNATIVE", str(folder / "program.c"), "-c", "-o", str(folder / "program.o")], check=True)
    subprocess.run([clang, "-O1", "-w", str(folder / "driver.c"), str(folder / "program.o"), "-o", str(folder / "native")], check=True)
    return subprocess.run([str(folder / "native")], check=True, capture_output=True, text=True, timeout=60).stdout


def judge(seed, options):
    """(what was asked, how often it was proved, disagreements)."""
    program = KINDS[options.kind](seed)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        held = truth(program.text, folder, options.clang)
        count = len(program.questions)
        # What fails on long arrays alone first: that is what a wrong proof would be about.
        asked = [k for k in range(count) if held[k] == "?"][:2] + [k for k in range(count) if held[k] == "+"][:2]
        proved, wrong = 0, []
        for k in asked:
            command = [options.assay, "check", "-p", "unreach-call", "--engine", options.engine, "--timeout", str(options.timeout), "-m", "64",
                       "-D", f"ASKED={k}", str(folder / "program.c")]
            output = ("verdict: true" if options.assay == "always-true" else
                      subprocess.run(command, capture_output=True, text=True, timeout=options.timeout + 30).stdout)
            verdict = re.search(r"^verdict: (\w+)", output, re.M)
            said = verdict.group(1) if verdict else "none"
            if "DEFECT" in output or said == "none" or (said == "true" and held[k] != "+"):
                wrong.append((k, program.questions[k][1], said, held[k]))
            proved += said == "true"
        if wrong and options.keep:
            pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
            (pathlib.Path(options.keep) / f"{seed}.c").write_text(program.text)
        return len(asked), proved, wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--engine", default="arrays")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--timeout", type=int, default=8)
    parser.add_argument("--kind", choices=KINDS, default="numbers")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--least", type=int, default=0, help="so many proofs are expected")
    parser.add_argument("--keep", help="a folder for programs of disagreements")
    options = parser.parse_args()
    asked = proved = disagreements = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for seed, (a, p, wrong) in zip(range(options.first, options.first + options.count),
                                       pool.map(lambda seed: judge(seed, options), range(options.first, options.first + options.count))):
            asked, proved = asked + a, proved + p
            for k, condition, said, held in wrong:
                disagreements += 1
                print(f"{seed}: question {k}, {condition}: {said}, runs say {held}", flush=True)
    print(f"{options.count} programs, {asked} questions, {proved} proved, {disagreements} disagreements")
    return 1 if disagreements or proved < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
