#!/usr/bin/env python3
"""assay.yml: what callers promise is believed in `assay project`, `assay harness` and with --entry, and told; what is not
understood is an error with its line.

  config.py ASSAY"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ASSAY = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay config "))
failures = []

HEADER = """struct list { int *items; unsigned mark, room; };
struct list *list_new(void);
int list_push(struct list *list, int item);
int list_top(const struct list *list);
int list_fits(const struct list *list);
struct table { const char *name; unsigned char cells[4]; unsigned width; };
int table_cell(const struct table *table, unsigned x);
int table_first(const struct table *table);
"""
LIST = """#include <stdlib.h>
#include "list.h"
struct list *list_new(void) {
  struct list *list = calloc(1, sizeof *list);
  return list;
}
int list_push(struct list *list, int item) {
  if (list->mark == list->room) {
    unsigned room = list->room ? 2 * list->room : 4;
    int *items = realloc(list->items, room * sizeof *items);
    if (!items) return 0;
    list->items = items;
    list->room = room;
  }
  list->items[list->mark++] = item;
  return 1;
}
int list_top(const struct list *list) { return list->mark ? list->items[list->mark - 1] : 0; }
"""
USER = """#include "list.h"
#include <stddef.h>
int *current;
void user_begin(void) { static int first = 7; current = &first; }
int current_value(void) { return *current; }
int scale(int x, int by) { return x / by; }
int first_of(const char *name) { return name ? name[0] : name[1]; }
int tenth(const int *from) { return from[9]; }
int tail(const unsigned char *octets, int last) { return octets[last - 1]; }
int read_sensor(void) { return 5; }
int fixed_sensor(void) { return 6; }
int measured(void) { return 100 / (read_sensor() - 6); }
int measured_any(void) { return 100 / (read_level() - 6); }
int read_level(void);
int read_level(void) { return 5; }
int table_cell(const struct table *table, unsigned x) { return x < table->width ? table->cells[x] : 0; }
int table_first(const struct table *table) { return table->name[0]; }
int test_this(int *p) { return p[1]; }
int list_fits(const struct list *list) { return list->mark <= list->room; }
int ratio(int a, int b) { return a / b; }
"""
USER = USER.replace("int measured_any", "int read_level(void);\nint measured_any").replace("int read_level(void);\nint read_level(void) {", "int read_level(void) {")
CONFIG = """initialise: user_begin
types:
  struct list:
    make: [list_new]
    change: [list_push]
  struct table:
    non-null: name
    bounds:
      width: [0, 4]
functions:
  scale:
    bounds: {by: [1, 100]}
  first_of:
    non-null: name
  tenth:
    lengths: {from: 10}
  tail:
    lengths: {octets: last}
    bounds: {last: [1, 5]}
  ratio:
    assume: ["b > 0", "a < b"]   # by callers
stubs:
  read_sensor: fixed_sensor
  read_level: any
skip: ["test_*", "vendor/*"]
limits:
  string: 5
  timeout: 20
"""
# What is to be found out with the file, and without it.
EXPECTED = {
    "current_value": ("proved", "violated", "changed by 'user_begin' (assay.yml)"),
    "scale": ("proved", "violated", "'by' is from 1 to 100 (assay.yml)"),
    "first_of": ("proved", "violated", "'name' is not null (assay.yml)"),
    "tenth": ("proved", "violated", "'from' leads to 10 elements (assay.yml)"),
    "tail": ("proved", "violated", "'octets' leads to exactly 'last' elements"),
    "measured": ("violated", "proved", "'fixed_sensor' is called instead of 'read_sensor' (assay.yml)"),
    "measured_any": ("violated", "proved", "'read_level' returns any value and does nothing else (assay.yml)"),
    "table_cell": ("proved", "violated", "'width' of 'table' is from 0 to 4 (assay.yml)"),
    "table_first": ("proved", "violated", "'name' of 'table' is not null (assay.yml)"),
    "list_top": ("proved", "violated", "objects of type 'list' are made by 'list_new' (assay.yml)"),
    "ratio": ("proved", "violated", "b > 0 (assay.yml:21)"),
}


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def run(*words, cwd=FOLDER):
    return subprocess.run([ASSAY, *words], cwd=cwd, capture_output=True, text=True, timeout=300)


def project(*words):
    (FOLDER / "report.json").unlink(missing_ok=True)
    done = run("project", ".", "--json", "report.json", *words)
    if not (FOLDER / "report.json").exists():
        return {}, done
    return {row["function"]: row for row in json.loads((FOLDER / "report.json").read_text())["functions"]}, done


def projects():
    before, _ = project()
    (FOLDER / "assay.yml").write_text(CONFIG)
    rows, done = project()
    expect("what is to be skipped", "test_this" in before and rows and "test_this" not in rows and "kept" not in rows, done.stderr)
    for function, (state, without, assumed) in EXPECTED.items():
        if function not in rows:
            expect(function, False, done.stdout + done.stderr)
            continue
        row = rows[function]
        texts = [assumption["message"] for assumption in row.get("result", {}).get("assumptions", [])]
        expect(f"{function}", row["state"] == state, f"{row['state']} {row['reason']}")
        expect(f"{function} without the file", before[function]["state"].startswith(without), before[function]["state"])
        expect(f"what {function} rests on", any(assumed in text for text in texts), str(texts))
    # What has changed in the file counts.
    (FOLDER / "assay.yml").write_text(CONFIG.replace("by: [1, 100]", "by: [0, 100]"))
    rows, _ = project("--only", "scale")
    expect("a changed file", rows["scale"]["state"] == "violated", str(rows["scale"]["state"]))
    (FOLDER / "assay.yml").write_text(CONFIG)


def entries():
    done = run("--entry", "scale", "user.c")
    expect("--entry", done.returncode == 0 and "assumed: 'by' is from 1 to 100 (assay.yml)" in done.stdout, done.stdout)
    done = run("--entry", "scale", "--config", "/dev/null", "user.c")
    expect("--config with an empty file", done.returncode == 1, done.stdout)
    done = run("--entry", "list_top", "list.c")
    expect("who makes an object", done.returncode == 0 and "made by 'list_new'" in done.stdout, done.stdout + done.stderr)
    done = run("harness", "ratio", "user.c", "-o", "made.c")
    text = (FOLDER / "made.c").read_text()
    expect("assay harness", "__VERIFIER_assume(b > 0);" in text and "- a < b (assay.yml:21)" in text and "\n# " not in text, text)
    expect("a harness is a program", run("--quiet", "made.c").returncode == 0)
    compiled = subprocess.run(["clang-19", "-c", "-w", "made.c", "-o", "/dev/null"], cwd=FOLDER, capture_output=True, text=True)
    expect("a harness compiles", compiled.returncode == 0, compiled.stderr)
    # Validity by a function of C.
    (FOLDER / "valid.yml").write_text("types:\n  struct list:\n    valid: list_fits\n    lengths: {items: room}\n")
    done = run("--entry", "list_top", "--config", "valid.yml", "list.c", "user.c")
    expect("valid", done.returncode == 0 and "such that 'list_fits' holds (valid.yml)" in done.stdout, done.stdout + done.stderr)
    (FOLDER / "valid.yml").write_text("types:\n  struct list:\n    lengths: {items: room}\n")
    done = run("--entry", "list_top", "--config", "valid.yml", "list.c", "user.c")
    expect("not valid", done.returncode == 1, done.stdout + done.stderr)
    # Without --entry the file counts only where it is named.
    (FOLDER / "main.c").write_text("int read_sensor(void) { return 5; }\nint fixed_sensor(void) { return 6; }\nint main(void) { return 1 / (read_sensor() - 6); }\n")
    (FOLDER / "stub.yml").write_text("stubs: {read_sensor: fixed_sensor}\n")
    expect("a program is no project", run("main.c").returncode == 0)
    done = run("--config", "stub.yml", "main.c")
    expect("a stub in a program", done.returncode == 1 and "functions have stubs" in done.stdout, done.stdout + done.stderr)
    # Nobody can call it like that.
    (FOLDER / "never.yml").write_text("functions:\n  scale: {assume: ['by > 3', 'by < 3']}\n")
    done = run("--entry", "scale", "--config", "never.yml", "user.c")
    expect("what nobody can satisfy", "no execution comes to any check" in done.stdout, done.stdout)


# A file, the line and what is said of it.
MISTAKES = [
    ("functionz: {}\n", 1, "unknown word 'functionz'; did you mean 'functions'?"),
    ("functions:\n  scale:\n    bound: {by: [1, 2]}\n", 3, "unknown word 'bound'; did you mean 'bounds'?"),
    ("functions:\n  scale:\n    bounds: {bi: [1, 2]}\n", 3, "'scale' has no parameter 'bi'; did you mean 'by'?"),
    ("functions:\n  scale:\n    bounds: {by: [2, 1]}\n", 3, "no number is from 2 to 1"),
    ("functions:\n  scale:\n    bounds: {by: 3}\n", 3, "bounds are two numbers"),
    ("functions:\n  scale:\n    non-null: by\n", 3, "'by' of 'scale' is no pointer"),
    ("functions:\n  scale:\n    assume: 'by >'\n", 3, "expected expression"),
    ("functions:\n  scale:\n    assume: 'bi > 0'\n", 3, "undeclared identifier 'bi'"),
    ("functions:\n  first_of:\n    lengths: {name: '4 bytes'}\n", 3, "a length is the name of an integer, or a number"),
    ("functions:\n  scale: {}\n  scale: {}\n", 3, "'scale' stands twice"),
    ("functions:\n  'sc*': {}\n", 2, "'sc*' is no name of C"),
    ("functions: [scale]\n", 1, "functions has to be a map"),
    ("skip: {a: b}\n", 1, "a word is expected here"),
    ("limits:\n  string: many\n", 2, "a number of at least 0 is expected here, not 'many'"),
    ("stubs: {read_sensor: nobody}\n", 1, "'nobody', the stub of 'read_sensor', is defined in none of the files"),
    ("stubs: {read_sensor: scale}\n", 1, "'scale' does not take and return what 'read_sensor' does"),
    ("types:\n  struct list:\n    change: list_push\n", 3, "'change' takes 'make' beside it"),
    ("functions:\n  scale: {bounds: {by: [1, 2]}\n", 3, ""),
]
PROJECT_MISTAKES = [
    ("functions:\n  scal: {}\n", 2, "the project has no function 'scal'; did you mean 'scale'?"),
    ("types:\n  struct lists: {}\n", 2, "the project has no type 'struct lists'; did you mean 'struct list'?"),
    ("initialise: user_start\n", 1, "the project has no function 'user_start'"),
]


def mistakes():
    for text, line, message in MISTAKES + PROJECT_MISTAKES:
        (FOLDER / "bad.yml").write_text(text)
        isProject = (text, line, message) in PROJECT_MISTAKES
        words = ["project", "."] if isProject else ["--entry", "first_of" if "first_of" in text else "measured" if "stubs" in text else "scale", "user.c"]
        done = run(*words, "--config", "bad.yml")
        expect(f"a mistake: {text!r}", done.returncode == 65 and f"bad.yml:{line}:" in done.stderr and message in done.stderr,
               f"{done.returncode} {done.stdout} {done.stderr}")
    done = run("project", ".", "--config", "nowhere.yml")
    expect("no file", done.returncode == 65 and "nowhere.yml: cannot be read" in done.stderr, done.stderr)


(FOLDER / "list.h").write_text(HEADER)
(FOLDER / "list.c").write_text(LIST)
(FOLDER / "user.c").write_text(USER)
(FOLDER / "vendor").mkdir()
(FOLDER / "vendor/more.c").write_text("int kept(int x) { return 1 / x; }\n")
projects()
entries()
mistakes()
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
