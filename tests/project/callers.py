#!/usr/bin/env python3
"""`assay project`: arguments and globals are such as the project's own functions pass and store, and violations are ranked
by what they need.

  callers.py ASSAY"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ASSAY = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay callers "))
failures = []

# Each function with what is to be found out: the state, the rank if it is violated, and what is assumed.
CALLERS = {
    # Static, and each caller has looked: no null. A second one does not look.
    "checked": ("proved", None, "'p' is not null: 2 callers"),
    "unchecked": ("violated", 4, None),
    "ninth": ("violated", 2, None),
    "call_ninth": ("violated", 2, None),
    # What tests for null may get null, also before the test; other files' callers pass null.
    "late": ("violated", 2, None),
    "given_null": ("violated", 2, None),
    # A void * leads to what the function, or else callers, say.
    "by_name": ("proved", None, "'data' leads to a 'struct pair': the function takes it for one"),
    # Attributes.
    "attributed": ("proved", None, "'p' is not null: an attribute says so"),
    "tail_sum": ("proved", None, "'howmany' of 'tail' is at most ASSAY_ELEMENTS"),
    # Arrays of callers; what is only written to has room; lengths by use.
    "zero_all": ("proved", None, "'key' leads to 16 elements: 2 callers"),
    "zero_more": ("violated", 2, None),
    "render": ("proved", None, "'to' is only written to"),
    "total": ("proved", None, "'from' leads to exactly 'few' elements"),
    "total_in": ("proved", None, "'from' leads to exactly 'many' elements"),
    "total_out": ("proved", None, "'from' leads to exactly 'length_out' elements"),
    "element": ("proved", None, "'from' leads to exactly 'which' + 1 elements"),
    "two_elements": ("violated", 2, None),
    "letters": ("proved", None, "'data' leads to characters: the function takes it for that"),
    # Nobody knows which arguments follow; structs that are set.
    "first_of": ("violated", 4, None),
    "call_first": ("violated", 4, None),
    "call_given": ("proved", None, None),
    "level_at": ("violated", 4, None),
    # Objects that all callers pass; what is static is called by the project alone.
    "entries": ("violated", 4, None),
    "hundredth": ("violated", 4, None),
    # Texts have no length, whatever stands beside them; and texts in a buffer. Room behind a pointer that is moved.
    "letters_of": ("proved", None, "'pattern' is a string"),
    "append": ("proved", None, "'to' leads to exactly 'size' elements"),
    "put_both": ("proved", None, None),
    "halves": ("proved", None, "'from' leads to exactly 'l' elements"),
    "bounded": ("proved", None, "'from' leads to exactly 'k' elements"),
    "copied": ("proved", None, "'to' leads to exactly 'to_size' elements"),
    "optional": ("violated", 4, None),
    # What is kept in a pointer of the caller is not there at first.
    "third_prime": ("violated", 4, None),
    "prime_after": ("violated", 4, None),
    # Functions that are passed have no memory of their own.
    "in_two": ("", None, None),
    # What is asserted at the beginning is the callers' part.
    "quotient": ("proved", None, "what 'quotient' asserts at its beginning: by > 0"),
    # Globals are as functions store them.
    "mode_text": ("violated", 2, None),
    "shout": ("violated", 4, None),
    "whisper": ("violated", 4, None),
    # Ranks.
    "twice": ("violated", 3, None),
    "twice_there": ("violated", 3, None),
    "small": ("violated", 2, None),
    "top_of": ("violated", 4, None),
    "main": ("violated", 1, None),
}
ONE = """#include <assert.h>
#include <stddef.h>
#include <stdio.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include "one.h"
static int checked(int *p) { if (p) return *p + 0; return *p & 0; }
static int unchecked(int *p) { if (p) return 1; return *p; }
int call_checked(int *a) { int here = 3; if (!a) return 0; return checked(a) + checked(&here); }
int call_unchecked(int *a, int *b) { if (!a) return 0; return unchecked(a) + unchecked(b); }
static int ninth(int x) { return 100 / (x - 9); }
int call_ninth(int x) { return ninth(x); }
int late(struct pair *p) { int x = p->a; return p == NULL ? 0 : x; }
int given_null(int *p) { return *p; }
int by_name(void *data) { struct pair *own = data; return own->b & 1; }
void zero_all(unsigned char *key) { for (int i = 0; i < 16; i++) key[i] = 0; }
void zero_more(unsigned char *key) { for (int i = 0; i < 17; i++) key[i] = 0; }
void with_keys(void) { unsigned char a[16], b[20]; zero_all(a); zero_all(b); zero_more(a); zero_more(b); }
void render(const char *from, char *to) { while (*from) { *to++ = '<'; *to++ = *from++; } *to = 0; }
__attribute__((nonnull(1))) int attributed(int *p) { if (!p) return *p; return *p & 1; }
struct tail { unsigned howmany; int many[] __attribute__((counted_by(howmany))); };
int tail_sum(const struct tail *t) { int sum = 0; for (unsigned i = 0; i < t->howmany; i++) sum ^= t->many[i]; return sum; }
int total(const int *from, unsigned few) { int sum = 0; for (unsigned i = 0; i < few; i++) sum ^= from[i]; return sum; }
int total_in(const char *from, int many) { int sum = 0; const char *end = from + many; while (from != end) sum ^= *from++; return sum; }
int total_out(const int *from, char c, int length_out) { int sum = c; for (; length_out > 0; length_out--) sum ^= *from++; return sum; }
int element(const int *from, unsigned which) { return from[which]; }
int two_elements(const int *from, unsigned which) { return from[which] ^ from[which + 1]; }
size_t letters(void *data) { const char *text = data; return strlen(text); }
int first_of(int number, ...) { va_list all; va_start(all, number); int first = va_arg(all, int); va_end(all); return first; }
struct calls { int (*first)(void); } calls;
int call_first(void) { return calls.first(); }
static int fourth(void) { return 4; }
struct calls given = {fourth};
void give(int (*f)(void)) { given.first = f; }
int call_given(void) { return given.first(); }
int *levels;
int level_at(int n) { int i; for (i = 0; i <= n && levels[i]; i++) {} return i; }
struct entry { const char *name; };
struct entry colours[] = {{"red"}, {"green"}, {0}}, sizes[] = {{"small"}, {0}};
static int entries(struct entry *e) { int n = 0; while (e->name) { n++; e++; } return n; }
int all_entries(void) { return entries(colours) + entries(sizes); }
static int hundredth(int x) { return 100 / (x - 5); }
int a_hundredth(int x) { return hundredth(x & 3); }
int letters_of(const char *text, const char *pattern, int n) { int sum = 0; for (int i = 0; i < n; i++) sum ^= text[i]; return sum ^ (int)strlen(pattern); }
void append(char *to, size_t size, char c) { size_t n = strlen(to); if (n + 1 < size) { to[n] = c; to[n + 1] = 0; } }
void put_both(char **to) { *(*to)++ = 'a'; (*to)[0] = 'b'; (*to)++; }
int halves(const int *from, int l) { int sum = 0; for (int i = 0; i < l / 2; i++) sum ^= from[i] ^ from[l - 1 - i]; return sum; }
int bounded(const int *from, int n, int k) { int sum = n & 1; for (int i = 0; i < k; i++) sum ^= from[i]; return sum; }
void copied(char *to, size_t to_size, const char *from, size_t from_size) { while (from_size) { if (to_size > 0) { *to++ = *from; to_size = to_size - 1; } from++; from_size--; } }
static int primes[4] = {2, 3, 5, 7};
int third_prime(int **kept) { if (*kept == 0) *kept = primes; return (*kept)[2]; }
int prime_after(int **kept, unsigned n) { return third_prime(kept) + (int)(n & 1); }
static void *call_it(void *f) { (*(int (**)(int))f)(1); return 0; }
void in_two(int (*f)(int)) { pthread_t a, b; pthread_create(&a, 0, call_it, &f); pthread_create(&b, 0, call_it, &f); pthread_join(a, 0); pthread_join(b, 0); }
struct handlers { int (*first)(void); };
int optional(const struct handlers *h) { return h->first(); }
int quotient(int of, int by) { assert(by > 0); return of / by; }
static int mode;
void set_mode(int loud) { mode = loud ? 7 : 0; if (loud) mode = 7; }
int mode_text(void) { return 10 / (mode - 7); }
FILE *out;
int shout(void) { return fputs("!", out); }
int whisper(void) { return fputs(".", out); }
int twice(int x) { return 2 * x; }
int twice_there(const int *x) { return 2 * *x; }
int small(int x) { return 100 / (x - 5); }
struct stack { int *items; unsigned where; };
void stack_init(struct stack *s) { s->items = 0; s->where = 0; }
int top_of(struct stack *s) { return s->where ? s->items[s->where - 1] : 0; }
"""
TWO = """#include <stdio.h>
#include "one.h"
int pass_null(void) { return given_null(0); }
extern FILE *out;
extern struct calls { int (*first)(void); } calls;
extern int *levels;
static int a_level[4];
static int three(void) { return 3; }
int main(void) { int none[2] = {1, 0}; out = stdout; calls.first = three; levels = a_level; shout(); return none[0] / none[1]; }
"""
HEADER = """struct pair { int a, b; };
int given_null(int *p);
int shout(void);
"""


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def project(*words):
    (FOLDER / "report.json").unlink(missing_ok=True)
    done = subprocess.run([ASSAY, "project", ".", "--json", "report.json", *words], cwd=FOLDER, capture_output=True, text=True,
                          timeout=300)
    report = json.loads((FOLDER / "report.json").read_text())
    return report, {row["function"]: row for row in report["functions"]}, done.stdout + done.stderr, done.returncode


(FOLDER / "one.c").write_text(ONE)
(FOLDER / "two.c").write_text(TWO)
(FOLDER / "one.h").write_text(HEADER)
report, rows, said, status = project("--sarif", "out.sarif", "--html", "page.html")
expect("the status", status == 1, said)
for function, (state, rank, assumed) in CALLERS.items():
    row = rows[function]
    expect(f"state and rank of {function}", row["state"].startswith(state) and row.get("rank") == rank, f"{row['state']} {row.get('rank')} {row['reason']}")
    texts = [assumption["message"] for assumption in row["result"]["assumptions"]] if "result" in row else []
    expect(f"assumptions of {function}", assumed is None or any(assumed in text for text in texts), str(texts))
    for finding in row["result"]["findings"] if "result" in row else []:
        expect(f"the rank of what is found in {function}", finding.get("rank") == rank, str(finding.get("rank")))

expect("what a proof rests on", "1 assumption about callers" in rows["checked"]["reason"], rows["checked"]["reason"])

# One line for each cause.
expect("the cause", "  'out' is null until main sets it (2 functions: shout, whisper)\n" in said, said)
causes = [(cause["rank"], cause["functions"]) for cause in report["causes"]]
expect("causes by rank", causes == sorted(causes, key=lambda cause: cause[0]) and (4, ["shout", "whisper"]) in causes and
       (1, ["main"]) in causes, str(causes))
expect("ranks have names", "violated, reached from main or a harness by hand:\n" in said and
       "violated, needs extreme numbers:\n" in said, said)

# SARIF says how important that is.
sarif = json.loads((FOLDER / "out.sarif").read_text())["runs"][0]
ranks = {}
for result in sarif["results"]:
    place = result["locations"][0]["physicalLocation"]
    if place["artifactLocation"]["uri"] == "one.c":
        line = ONE.splitlines()[place["region"]["startLine"] - 1]
        function = next((name for name in CALLERS if f"int {name}(" in line), "")
        ranks[function] = (result["level"], result["rank"], result["properties"]["security-severity"])
expect("SARIF", ranks.get("twice") == ("warning", 50, "5.0") and ranks.get("top_of") == ("note", 10, "2.0") and
       ranks.get("small") == ("error", 90, "8.0"), str(ranks))
expect("SARIF's rules", any(rule["properties"].get("security-severity") == "9.0" for rule in sarif["tool"]["driver"]["rules"]))
expect("the page", '"causes"' in (FOLDER / "page.html").read_text())

# The command that shows a violation finds it.
for line in said.splitlines():
    if line.startswith("note: how '"):
        words = line.split("fails: assay ")[1].split()
        again = subprocess.run([ASSAY, "-q", *words], cwd=FOLDER, capture_output=True, text=True)
        expect(line, again.returncode == 1, again.stdout + again.stderr)

# Violations of worse ranks need not fail.
_, _, said, status = project("--fail-on", "2", "--only", "twice", "--only", "quotient")
expect("--fail-on 2", status == 2 and "violated, but of ranks that --fail-on leaves out" in said.splitlines()[-1], said)
_, _, said, status = project("--fail-on", "3", "--only", "twice", "--only", "quotient")
expect("--fail-on 3", status == 1, said)

# Another caller is another program.
(FOLDER / "two.c").write_text(TWO.replace("given_null(0)", "1"))
_, rows, said, _ = project("--only", "given_null")
expect("after the last null", rows["given_null"]["state"] == "proved" and not rows["given_null"]["unchanged"], said)

# What does not read as such is no file of callers.
(FOLDER / "spoilt").write_text("assay-callers 2\nparameter\t0\n")
done = subprocess.run([ASSAY, "--entry", "twice", "--callers", "spoilt", "one.c"], cwd=FOLDER, capture_output=True, text=True)
expect("a spoilt file", done.returncode == 65 and "spoilt" in done.stderr and done.stderr.count("\n") == 1, done.stderr)

shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
