#!/usr/bin/env python3
"""What is known hides nothing: behind a violation that is known, executions go on as the machine does, and the verdict
is that of a program that lacks the check.

Each program below has lines with KNOWN, whose violations are known: by a comment, by a file of suppressions, by a
baseline, or because --all has found them before. What must come out stands with the program: a violation in the line
with HERE, a proof with so many known violations, or nothing, where C has no meaning for what follows. `alone` is a
property that the known checks do not have: asked for by itself, it has the same verdict.

  known.py ASSAY [PART-OF-A-NAME]"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ASSAY = os.path.abspath(sys.argv[1])
WANTED = sys.argv[2] if len(sys.argv) > 2 else ""
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-known"))
HEAD = """#include <assert.h>
#include <limits.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
"""
COUNTS = "static int g;\nvoid reach_error(void) { g++; }\n"
ENDS = "void reach_error(void);\n"
failures = []


class Case:
    def __init__(self, name, text, expected, number=1, alone=None, words=()):
        self.name, self.text, self.expected, self.number, self.alone, self.words = name, HEAD + text, expected, number, alone, words

    def lines(self, mark):
        return [number for number, line in enumerate(self.text.splitlines(), 1) if mark in line]


CASES = [
    Case("an error function that returns", COUNTS + """int main(void) {
  if (__VERIFIER_nondet_int() > 10) reach_error(); // KNOWN
  if (g) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "unreach-call")),
    Case("one that is called twice", COUNTS + """static void f(int x) {
  if (x > 0) reach_error(); // KNOWN
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  f(x);
  f(x - 1 > x ? 0 : x);
  if (g == 2) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "unreach-call")),
    Case("one before main", COUNTS + """__attribute__((constructor)) static void begin(void) {
  reach_error(); // KNOWN
}
int main(void) {
  if (g) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "unreach-call")),
    Case("one in a loop", COUNTS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++)
    if (n == 5) reach_error(); // KNOWN
  if (g == 3) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "unreach-call")),
    Case("one of which nothing is wrong behind", COUNTS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) reach_error(); // KNOWN
  if (g > 1) reach_error();
}""", "true", words=("-p", "unreach-call")),
    Case("one behind which all code stands", COUNTS + """int main(void) {
  reach_error(); // KNOWN
  if (__VERIFIER_nondet_int() == 7) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "unreach-call")),
    Case("one without a body", ENDS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) reach_error(); // KNOWN
  if (n == 5) reach_error();
}""", "true", words=("-p", "unreach-call")),
    Case("one that does not return", """__attribute__((noreturn)) void reach_error(void) { abort(); }
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 5) reach_error(); // KNOWN
  if (n == 5) reach_error();
}""", "true", words=("-p", "unreach-call")),
    Case("a sum that wraps around", ENDS + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int y = x + 1; // KNOWN
  if (y < 0) reach_error(); // HERE
}""", "false(unreach-call)", alone="unreach-call"),
    Case("a sum that wraps around, behind which all is well", ENDS + """int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1; // KNOWN
  if (y == x) reach_error();
}""", "true"),
    Case("a product as an index", """int a[4];
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 46341 || x > 50000) return 0;
  int y = x * x; // KNOWN
  return a[y > 0 ? 0 : 4]; // HERE
}""", "false(valid-deref)", alone="valid-deref"),
    Case("a second overflow behind the first", """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int y = x + 1; // KNOWN
  return y - 1; // HERE
}""", "false(no-overflow)", words=("-p", "no-overflow")),
    Case("two checks in a line", """int main(void) {
  int a[4] = {0}, i = __VERIFIER_nondet_int();
  if (i != INT_MAX) return 0;
  i = i + 1; // KNOWN
  return a[i < 0 ? 5 : 0] + 1; // HERE
}""", "false(valid-deref)", alone="valid-deref"),
    Case("a sum in each round of a loop", ENDS + """int main(void) {
  int s = INT_MAX - 1, n = __VERIFIER_nondet_int();
  for (int i = 0; i < 4; i++) {
    s = s + 0x40000000; // KNOWN
    if (i == 3 && s == INT_MAX - 1 && n == 3) reach_error(); // HERE
  }
}""", "false(unreach-call)", alone="unreach-call"),
    Case("a compound assignment, and a negation", ENDS + """int main(void) {
  int x = __VERIFIER_nondet_int();
  long long s = LLONG_MIN + (x & 1);
  s = -s; // KNOWN
  if (s < 0) reach_error(); // HERE
}""", "false(unreach-call)", alone="unreach-call"),
    Case("an exponent modulo the width", ENDS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  unsigned y = 1u << n; // KNOWN
  if (n == 33 && y == 2) reach_error(); // HERE
}""", "false(unreach-call)", alone="unreach-call"),
    Case("an index beyond an array in a struct", ENDS + """struct s { int a[2]; int b; } s = {{1, 2}, 3};
int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 2) return 0;
  int x = s.a[n]; // KNOWN
  if (x == 3) reach_error(); // HERE
}""", "false(unreach-call)", words=("-p", "bounds", "-p", "unreach-call")),
    Case("an assertion", ENDS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 3); // KNOWN
  if (n == 3) reach_error();
}""", "true", alone="unreach-call"),
    Case("an assertion by a function", ENDS + """void __VERIFIER_assert(int);
int main(void) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assert(n != 3); // KNOWN
  if (n == 3) reach_error();
}""", "true"),
    Case("an assertion, and a violation elsewhere", ENDS + """int main(void) {
  int n = __VERIFIER_nondet_int();
  assert(n != 3); // KNOWN
  if (n == 4) reach_error(); // HERE
}""", "false(unreach-call)", alone="unreach-call"),
    Case("a division", ENDS + """int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  unsigned m = 7 / n; // KNOWN
  if (n == 0) reach_error();
  return m;
}""", "true", alone="unreach-call"),
    Case("a remainder, and a violation elsewhere", ENDS + """int main(void) {
  unsigned n = __VERIFIER_nondet_int();
  unsigned m = 7 % n; // KNOWN
  if (m == 3) reach_error(); // HERE
}""", "false(unreach-call)", alone="unreach-call"),
    Case("memory that is lost", """int a[4];
int main(void) {
  char *p = malloc(1);
  p = 0;
  for (unsigned i = 0;; i++) // KNOWN
    a[i] = 1; // HERE
}""", "false(valid-deref)", alone="valid-deref", words=("-p", "valid-memtrack", "-p", "valid-deref")),
    Case("an invalid read, and something behind", ENDS + """int main(void) {
  int a[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int x = a[n]; // KNOWN
  if (n == 4) reach_error(); // HERE
  return x;
}""", "unknown"),
    Case("an invalid read whose value decides", ENDS + """int main(void) {
  int a[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int x = a[n]; // KNOWN
  if (x == 9) reach_error(); // HERE
  return 0;
}""", "unknown"),
    Case("an invalid read behind which all is well", ENDS + """int main(void) {
  int a[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int x = a[n]; // KNOWN
  if (n == 5) reach_error();
  return x;
}""", "true"),
    Case("an invalid write behind which all code stands", ENDS + """int main(void) {
  int a[2], *p = a;
  p[2] = 1; // KNOWN
  reach_error(); // HERE
}""", "unknown"),
    Case("a null pointer", ENDS + """int main(void) {
  int x = 3, n = __VERIFIER_nondet_int(), *p = n ? &x : 0;
  *p = 1; // KNOWN
  if (*p != 1) reach_error();
  if (!n) reach_error();
}""", "true"),
    Case("a null pointer to a function", ENDS + """static void f(void) {}
int main(void) {
  int n = __VERIFIER_nondet_int();
  void (*p)(void) = n ? f : 0;
  p(); // KNOWN
  if (!n) reach_error();
}""", "true"),
    Case("a block that is freed twice", ENDS + """int main(void) {
  char *p = malloc(1);
  free(p);
  if (__VERIFIER_nondet_int() != 1) return 0;
  free(p); // KNOWN
  reach_error(); // HERE
}""", "unknown"),
    Case("an invalid read, and a violation elsewhere", ENDS + """int main(void) {
  int a[4] = {0}, n = __VERIFIER_nondet_int();
  if (n < 0 || n > 4) return 0;
  int x = a[n]; // KNOWN
  if (n == 3) reach_error(); // HERE
  return x;
}""", "false(unreach-call)"),
    Case("what a violation behind a known one hides", COUNTS + """int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x < 0) return 0;
  int y = x + 1; // KNOWN
  if (y < 0) reach_error(); // KNOWN
  if (g) reach_error(); // HERE
}""", "false(unreach-call)", number=2, alone=None),
]


def verdict(name, case, *words):
    """The last line and the status of a run."""
    done = subprocess.run([ASSAY, "--timeout", "20", "--native-replay", "off", *case.words, *words, name], cwd=FOLDER, capture_output=True, text=True)
    return (done.stdout.splitlines() or [""])[-1].removeprefix("verdict: "), done


def expect(case, way, condition, more):
    if not condition:
        failures.append(f"{case.name}, {way}: {more}")


def judge(case, way, name, *words):
    line, done = verdict(name, case, *words)
    wanted = f"true (but for known violations: {case.number})" if case.expected == "true" else case.expected
    right = line.startswith(wanted) and done.returncode == {"t": 0, "f": 1, "u": 2}[wanted[0]]
    expect(case, way, right, f"{line} (status {done.returncode}) instead of {wanted} {done.stderr[:300]}")
    if wanted.startswith("false"):
        here = [f":{number}:" in done.stdout and f":{number}:" for number in case.lines("HERE")]
        expect(case, way, all(here), "the violation is elsewhere")


def judge_all(case):
    """Every violation in one run, and nothing proved that is not. The report of it is a baseline."""
    line, done = verdict("plain.c", case, "--all", "--json", "all.json")
    expect(case, "--all", line.startswith("false("), f"{line} {done.stderr[:300]}")
    report = json.loads((FOLDER / "all.json").read_text())
    # A leak is told where the block comes from, and its check stands where the execution ends.
    found = {finding["line"] for finding in report["findings"]} | \
        {check["line"] for check in report["checks"] if check["status"] == "violated"}
    wanted = set(case.lines("KNOWN")) | (set(case.lines("HERE")) if case.expected.startswith("false") else set())
    expect(case, "--all", wanted <= found, f"violations in lines {found} instead of {wanted}")
    property_here = case.expected[6:-1] if case.expected.startswith("false") else "unreach-call"
    for check in report["checks"]:
        if check["line"] in case.lines("HERE") and check["property"] == property_here:
            expect(case, "--all", check["status"] != "proved", f"{check['message']} is proved in line {check['line']}")
    report["findings"] = [finding for finding in report["findings"] if finding["line"] in case.lines("KNOWN")]
    (FOLDER / "old.json").write_text(json.dumps(report))


def test(case):
    plain = re.sub(r" // (KNOWN|HERE)", "", case.text) + "\n"
    (FOLDER / "plain.c").write_text(plain)
    (FOLDER / "comment.c").write_text(case.text.replace("// KNOWN", "// assay-ignore") + "\n")
    (FOLDER / "rules").write_text("".join(f"* plain.c:{number}\n" for number in case.lines("KNOWN")))
    judge_all(case)
    judge(case, "a comment", "comment.c")
    judge(case, "a file", "plain.c", "--suppressions", "rules")
    judge(case, "a baseline", "plain.c", "--baseline", "old.json")
    for engine in ("symex", "kiki"):
        judge(case, engine, "comment.c", "--engine", engine)
    judge(case, "32 bits", "comment.c", "--data-model", "32")
    if case.alone:
        line, _ = verdict("plain.c", Case("", "", ""), "-p", case.alone)
        expect(case, "the property alone", line.startswith(case.expected), line)


for case in CASES:
    if WANTED in case.name:
        test(case)
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failures")
sys.exit(1 if failures else 0)
