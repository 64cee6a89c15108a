#!/usr/bin/env python3
"""Contracts: callers are checked against them, functions are proved against them, callers rest on them, and what is not
understood is an error with its line.

  contracts.py ASSAY"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ASSAY = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay contracts "))
failures = []

SOURCE = """#include <assay.h>
#include <stdlib.h>
int total, limit;
int *kept;
int find(const int *from, unsigned count, int what)
  assay_requires(count > 0 && count < 100)
  assay_requires(assay_fresh(from, count * sizeof *from))
  assay_assigns()
  assay_ensures(assay_result < (int)count);
int find(const int *from, unsigned count, int what) {
  for (unsigned i = 0; i < count; i++) assay_loop_invariant(i <= count)
    if (from[i] == what) return i;
  return -1;
}
void add(int *to, int n)
  assay_requires(n >= 0 && n < 10 && assay_fresh(to, sizeof *to) && *to >= 0 && *to < 1000)
  assay_assigns(*to) assay_ensures(*to == assay_old(*to) + n) { *to += n; }
void count_one(int by) assay_requires(total < 100 && by == 1) assay_assigns(total) assay_ensures(total == assay_old(total) + 1) { total += by; }
void fill(char *to, unsigned size) assay_requires(size < 5 && assay_fresh(to, size)) assay_assigns(assay_range(to, size)) {
  for (unsigned i = 0; i < size; i++) to[i] = 0;
}
int half(int x) assay_requires(x > 1) assay_ensures(assay_result < x) { return x / 2; }
// Their bodies do not keep what they promise.
void bad_frame(int *to) assay_requires(assay_fresh(to, sizeof *to)) assay_assigns(*to) { *to = 1; limit = 7; }
void bad_range(char *to) assay_requires(assay_fresh(to, 4)) assay_assigns(assay_range(to, 3)) { to[3] = 'x'; }
void bad_ensures(int *to) assay_requires(assay_fresh(to, sizeof *to)) assay_assigns(*to) assay_ensures(*to == 2) { *to = 1; }
int bad_half(int x) assay_requires(x > 1) assay_ensures(assay_result < x) { return x; }
int bad_pointer(int *p) assay_assigns() { return *p; }
int bad_global(void) assay_assigns() { return *kept; }
void bad_free(char *p) assay_requires(assay_fresh(p, 1)) assay_assigns(*p) { free(p); }
int bad_loop(int n) { int i = 0; while (i < n) assay_loop_invariant(i < n) i++; return i; }
int good_loop(int n) { int i = 0; while (i < n) assay_loop_invariant(i <= n || n < 0) i++; return i; }
// Callers.
int use_find(void) { int a[3] = {1, 2, 3}; int r = find(a, 3, 2); return r < 0 ? 0 : a[r]; }
int none_of_find(void) { int a[3] = {1, 2, 3}; return find(a, 0, 2); }
int past_find(void) { int a[3] = {1, 2, 3}; return find(a, 4, 7); }
int use_add(void) { int x = 5; add(&x, 3); return 100 / (x - 7); }
int zero_add(void) { int x = 5; add(&x, 3); return 100 / (x - 8); }
int use_count(void) { int before = limit; if (total < 5) count_one(1); return 10 / (1 + (limit == before)); }
static int (*by_pointer)(int) = half;
int call_pointer(int y) { return by_pointer(y); }
int use_half(int y) { return y > 1 ? half(y) : 0; }
int use_bad(void) { int x = 0; bad_ensures(&x); return 1 / x; }
int twice(int *a, int *b) assay_requires(assay_fresh(a, sizeof *a) && assay_fresh(b, sizeof *b)) assay_assigns(*a)
  assay_ensures(*b == assay_old(*b)) { *a = 0; return *b & 1; }
int alias_twice(void) { int x = 1; return twice(&x, &x); }
int alias_global(int *p) assay_requires(assay_fresh(p, sizeof *p)) assay_assigns(total) assay_ensures(*p == assay_old(*p)) { total = 0; return *p & 1; }
char *made(void) assay_assigns() { return malloc(3); }
int use_alias(void) { return alias_global(&total); }
"""
# By function: the verdict and what is said.
EXPECTED = {
    "find": ("true", "globals and arguments are any that the contract allows"),
    "add": ("true", ""),
    "count_one": ("true", ""),
    "fill": ("true", ""),
    "half": ("true", "its contract requires: x > 1"),
    "bad_frame": ("false(assert)", "assertion fails: what 'bad_frame' assigns is all that it changes"),
    "bad_range": ("false(assert)", "what 'bad_range' assigns is all that it changes"),
    "bad_ensures": ("false(assert)", "what 'bad_ensures' ensures: *to == 2"),
    "bad_half": ("false(assert)", "what 'bad_half' ensures: assay_result < x"),
    "bad_pointer": ("false(valid-deref)", ""),
    "bad_global": ("false(valid-deref)", ""),
    "bad_free": ("false(valid-deref)", ""),
    "bad_loop": ("false(assert)", ":31:48: error: loop invariant fails: i < n"),
    "good_loop": ("true", ""),
    "use_find": ("true", "calls of 'find' do what its contract says, which --entry find proves"),
    "none_of_find": ("false(assert)", ":35:55: error: assertion fails: what 'find' requires: count > 0 && count < 100"),
    "past_find": ("false(assert)", "what 'find' requires: assay_fresh(from, count * sizeof *from)"),
    "use_add": ("true", "calls of 'add' do what"),
    "zero_add": ("false(division-by-zero)", "compilers leave contracts out"),
    "use_count": ("true", "calls of 'count_one' do what"),
    "call_pointer": ("false(assert)", "what 'half' requires: x > 1"),
    "use_half": ("true", ""),
    "use_bad": ("true", "calls of 'bad_ensures' do what"),
    "twice": ("true", ""),
    "alias_twice": ("false(assert)", "what 'twice' requires"),
    "alias_global": ("true", ""),
    "made": ("true", ""),
    "use_alias": ("false(assert)", "what 'alias_global' requires"),
}


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def run(*words):
    return subprocess.run([ASSAY, *words], cwd=FOLDER, capture_output=True, text=True, timeout=200)


def write(name, text):
    (FOLDER / name).write_text(text)
    return name


def functions():
    for function, (verdict, said) in EXPECTED.items():
        done = run("--entry", function, "a.c")
        expect(function, done.stdout.endswith(f"verdict: {verdict}\n") and said in done.stdout, done.stdout[-900:] + done.stderr)
    # Without contracts, functions are what their bodies are.
    done = run("--entry", "zero_add", "--contracts", "off", "a.c")
    expect("off", done.returncode == 1 and "contract" not in done.stdout, done.stdout)
    done = run("--entry", "past_find", "--contracts", "off", "a.c")
    expect("off: the body", "false(valid-deref)" in done.stdout, done.stdout)
    done = run("--entry", "none_of_find", "-p", "termination", "a.c")
    expect("termination", done.returncode == 0, done.stdout)
    done = run("--entry", "none_of_find", "-p", "valid-deref", "a.c")
    expect("without assertions", done.returncode == 0 and "contract" not in done.stdout, done.stdout)


def files():
    """A contract in a header counts for all files that include it; static functions of one name have contracts of their own."""
    write("both.h", "int checked(int x) __CPROVER_requires(x != 3) __CPROVER_assigns() __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(x));\n")
    write("one.c", '#include "both.h"\nint checked(int x) { return x; }\nstatic int own(int x) __CPROVER_requires(x == 1) { return x; }\nint one(void) { return own(1); }\n')
    write("two.c", '#include "both.h"\nint one(void);\nstatic int own(int x) __CPROVER_requires(x == 2) { return x; }\n'
                   "int main(void) { return one() + own(2) + checked(BY); }\n")
    done = run("-D", "BY=4", "one.c", "two.c")
    expect("two files", done.returncode == 0 and "calls of 'checked' do what" in done.stdout, done.stdout + done.stderr)
    done = run("-D", "BY=3", "one.c", "two.c")
    expect("two files: a call", done.returncode == 1 and "two.c:4:42: error: assertion fails: what 'checked' requires: x != 3" in done.stdout,
           done.stdout + done.stderr)
    # What a function shares with other threads is seen in its body alone.
    write("threads.c", "#include <pthread.h>\nint shared;\nvoid touch(void) __CPROVER_assigns(shared) { shared++; }\n"
          "void *other(void *p) { touch(); return p; }\n"
          "int main(void) { pthread_t t; pthread_create(&t, 0, other, 0); touch(); pthread_join(t, 0); return 0; }\n")
    done = run("threads.c")
    expect("a race in a body", done.returncode == 1 and "false(no-data-race)" in done.stdout, done.stdout + done.stderr)
    # A compiler sees nothing of it.
    root = pathlib.Path(__file__).resolve().parents[2]
    for compiler in ("gcc", "clang-19"):
        done = subprocess.run([compiler, "-Wall", "-Werror", "-std=c99", "-c", "-I", root / "include", "a.c", "-o", "/dev/null"],
                              cwd=FOLDER, capture_output=True, text=True)
        expect(f"assay.h and {compiler}", done.returncode == 0, done.stderr)


# A function with a contract that is not understood: the line and what is said.
MISTAKES = [
    ("int f(int x)\n  assay_requires(y > 0) { return x; }", 3, "undeclared identifier 'y'"),
    ("int f(int x)\n  assay_requires() { return x; }", 3, "a condition is missing"),
    ("int f(int *a, int n)\n  assay_requires(__CPROVER_forall { int k; a[k] == 0 }) { return n; }", 3, "'__CPROVER_forall' is not supported here"),
    ("int f(int x)\n  assay_requires(x > 0 ==> x < 5) { return x; }", 3, "'==>' is not supported"),
    ("int f(int x)\n  assay_decreases(x) { return x; }", 3, "assay_decreases is not supported"),
    ("int f(int *p)\n  assay_requires(p == 0 || assay_fresh(p, 4)) { return 0; }", 3, "'assay_fresh' is not supported here"),
    ("void f(int x)\n  assay_ensures(assay_result == 0) { x++; }", 3, "'f' returns nothing"),
    ("int f(int x, ...)\n  assay_requires(x > 0) { return x; }", 3, "functions with '...' are not supported"),
    ("int f(int x) assay_requires(x > 0);\nint f(int x)\n  assay_requires(x > 1) { return x; }", 0, "has a contract at another declaration already"),
    ("int f(int n) { for (int i = 0; i < n; i++)\n  assay_assigns(i) n--; return n; }", 3, "cannot be applied to a statement"),
    ("int f(int n) {\n  assay_loop_invariant(n > 0) n--; return n; }", 3, "a loop's invariant stands between"),
    ("int\n  x assay_requires(1); int f(int y) { return y; }", 3, "only functions have contracts"),
]


def mistakes():
    for text, line, message in MISTAKES:
        write("bad.c", "#include <assay.h>\n" + text + "\n")
        done = run("--entry", "f", "bad.c")
        expect(f"a mistake: {text!r}", done.returncode == 65 and (not line or f"bad.c:{line}:" in done.stderr) and message in done.stderr,
               f"{done.returncode} {done.stdout[-300:]} {done.stderr}")
    write("never.c", "#include <assay.h>\nint f(int x) assay_requires(x > 3 && x < 3) assay_ensures(assay_result == x) { return x; }\n")
    done = run("--entry", "f", "never.c")
    expect("what nobody can satisfy", "no execution comes to any check" in done.stdout, done.stdout)


def project():
    (FOLDER / "project").mkdir()
    write("project/a.c", SOURCE)
    done = run("project", "project", "--json", "report.json", "--only", "use_*", "--only", "find", "--only", "add", "--only", "bad_ensures")
    rows = {row["function"]: row for row in json.loads((FOLDER / "report.json").read_text())["functions"]}
    for function in ("find", "add", "use_find", "use_add", "use_half"):
        expect(f"project: {function}", rows[function]["state"].startswith("proved"), str(rows[function]["state"]) + rows[function]["reason"])
    expect("project: a contract that does not hold", rows["bad_ensures"]["state"] == "violated")
    expect("project: what rests on it", rows["use_bad"]["state"] == "open" and
           rows["use_bad"]["reason"] == "it rests on the contract of 'bad_ensures', which is not proved", str(rows["use_bad"]))


write("a.c", SOURCE)
functions()
files()
mistakes()
project()
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
