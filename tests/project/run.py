#!/usr/bin/env python3
"""`assay project`: a small project with a planted bug is checked, once more after a change, after an interruption, and
with everything that may be wrong with a project.

  run.py ASSAY"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

ASSAY = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay project "))  # with a blank
failures = []

LAST = """#include "text.h"
int last(const char *text) {
  int n = length(text);
  return text[n - 1];
}
static int half(int x) { return x / 2; }
int middle(int a, int b) { return half(a) + half(b); }
"""
TEXT = """#include "text.h"
int length(const char *text) {
  int n = 0;
  while (text[n] != 0) n++;
  return n;
}
static int half(int x) { return x - x; }
int zero(int x) { return half(x & 255) / ZERO_OR_MORE; }
"""
HEADER = """int length(const char *text);
static inline int bit(unsigned number) { return 1 << (number & 15); }
"""
MAIN = """#include <stdarg.h>
#include "text.h"
int last(const char *text);
int sum(int count, ...) {
  va_list rest;
  va_start(rest, count);
  va_end(rest);
  return count;
}
int gather(int count, va_list rest) { return count; }
int main(void) { return length("a") + last("b") + bit(3); }
"""
# The caller promises that the text is not empty.
HARNESS = """extern char __VERIFIER_nondet_char(void);
int last(const char *text);
int main(void) {
  char text[3] = {'a', __VERIFIER_nondet_char(), 0};
  return last(text);
}
"""


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def write(name, text):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return name


def run(*words, cwd=FOLDER):
    return subprocess.run([ASSAY, "project", *words], cwd=cwd, capture_output=True, text=True, timeout=120)


def project(*words, status, name="report.json"):
    """The report, by function; functions of two files have both names."""
    (FOLDER / name).unlink(missing_ok=True)
    done = run(*words, "--json", name)
    said = f"\n{done.stdout}\n{done.stderr}"
    expect(f"status of {words}", done.returncode == status, f"{done.returncode}{said}")
    report = json.loads((FOLDER / name).read_text())
    rows = {f"{pathlib.Path(row['file']).name}:{row['function']}": row for row in report["functions"]}
    return report, rows, said


def states(rows):
    return {name: row["state"] for name, row in rows.items()}


# A project of three files, with a database whose folder is relative and whose flags matter.
write("src/last.c", LAST)
write("src/text.c", TEXT)
write("src/main.c", MAIN)
write("include/text.h", HEADER)
flags = "-I../include -DZERO_OR_MORE=1 -Wall -O2"
write("build/compile_commands.json", json.dumps(
    [{"directory": ".", "file": f"../src/{name}.c", "command": f"cc {flags} -c ../src/{name}.c -o {name}.o"}
     for name in ["last", "text", "main"]] + [{"directory": ".", "file": "../src/else.cpp", "command": "c++ ../src/else.cpp"}]))
report, rows, said = project(".", "--html", "page.html", "--sarif", "out.sarif", "--junit", "out.xml", "--github", status=1)
WANTED = {"last.c:last": "violated", "last.c:half": "proved", "last.c:middle": "proved", "text.c:length": "proved within limits",
          "text.c:half": "proved", "text.c:zero": "proved", "main.c:sum": "proved", "main.c:gather": "no harness",
          "main.c:main": "proved", "text.h:bit": "proved"}
expect("what was found out", states(rows) == WANTED, f"{states(rows)}{said}")
expect("the limits", re.fullmatch("strings of at most (8|16|32|64|128) characters", rows["text.c:length"]["reason"]), rows["text.c:length"]["reason"])
expect("the place of the violation", "src/last.c:4" in rows["last.c:last"]["reason"] and "valid-deref" in rows["last.c:last"]["reason"],
       rows["last.c:last"]["reason"])
expect("why there is no harness", "va_list" in rows["main.c:gather"]["reason"] or "rest" in rows["main.c:gather"]["reason"],
       rows["main.c:gather"]["reason"])
expect("the files that a function needs", rows["last.c:last"]["files"] == ["src/last.c", "src/text.c"] and
       rows["last.c:half"]["files"] == ["src/last.c"], rows["last.c:last"]["files"])
expect("the verdict", report["verdict"] == "false" and (report["totals"]["proved"], report["totals"]["proved_within_limits"]) == (7, 1), str(report["totals"]))
expect("the table", re.search(r"^last +src/last\.c:2 +\d+\.\d s  violated, rank 2: .*src/last\.c:4", said, re.M), said)
expect("the last line", "\nproject: false (1 of 10 functions violated)\n" in said, said)
expect("progress", "[10/10] " in said, said)
expect("annotations", "::error file=src/last.c,line=4" in said, said)
how = re.search(r"how 'last' fails: assay (.*)", said)
again = subprocess.run([ASSAY, "-q", *how.group(1).split()], cwd=FOLDER, capture_output=True, text=True)
expect("the command that shows it", again.stdout == "verdict: false(valid-deref)\n", again.stdout + again.stderr)

# What is written for other programs.
page = (FOLDER / "page.html").read_text()
outside = [word for word in re.findall(r'(?:src|href)\s*=\s*["\'][^"\']*|https?://[^"\'\s<\\]*|url\([^)]*|@import', page)
           if "www.w3.org" not in word and "#tip" not in word]
expect("the page needs nothing else", not outside, str(outside))
expect("the page has its data", '"assay-project"' in page and "default-src 'none'" in page)
sarif = json.loads((FOLDER / "out.sarif").read_text())
expect("SARIF", [result["ruleId"] for result in sarif["runs"][0]["results"]] == ["valid-deref"])
cases = xml.etree.ElementTree.parse(FOLDER / "out.xml").getroot()
expect("JUnit", (cases.get("tests"), cases.get("failures"), len(cases.findall(".//failure"))) == ("10", "1", 1), str(cases.attrib))

# Nothing has changed; then one file has.
_, rows, said = project(".", status=1)
expect("unchanged", sum(row["unchanged"] for row in rows.values()) == 9 and states(rows) == WANTED, said)
write("src/text.c", TEXT.replace("x - x", "x % 2"))
_, rows, said = project(".", status=1)
checked = sorted(name for name, row in rows.items() if not row["unchanged"])
expect("what depends on the change", checked == ["last.c:last", "main.c:gather", "main.c:main", "text.c:half", "text.c:length",
                                                 "text.c:zero"], f"{checked}{said}")
# A header is part of those that include it, other flags are other programs, and a damaged answer is none.
write("include/text.h", HEADER.replace("15", "31"))
_, rows, said = project(".", "--only", "bit", "--only", "src/last.c", status=1)
expect("a changed header", states(rows) == {**{name: state for name, state in WANTED.items() if name.startswith("last.c")},
                                            "text.h:bit": "violated"} and not any(row["unchanged"] for row in rows.values()), said)
write("include/text.h", HEADER)
for answer in (FOLDER / "build/.assay/functions").iterdir():
    answer.write_text(answer.read_text().replace('"false"', '"true"'))
_, rows, said = project(".", "--only", "last", status=1)
expect("a damaged answer", states(rows) == {"last.c:last": "violated"} and not rows["last.c:last"]["unchanged"], said)
_, rows, said = project(".", "--only", "zero", "-D", "OTHER", status=0)
expect("other flags", not rows["text.c:zero"]["unchanged"], said)

# A harness by hand. What is not wanted is left out.
write("harnesses/last.c", HARNESS)
report, rows, said = project(".", "--harnesses", "harnesses", "--except", "gather", "--except", "length", status=0)
expect("a harness by hand", rows["last.c:last"]["state"] == "proved" and rows["last.c:last"]["harness"] == "harnesses/last.c" and
       rows["last.c:last"]["files"][0] == "harnesses/last.c", said)
expect("all is proved", report["verdict"] == "true" and "main.c:gather" not in rows, said)
write("harnesses/middle.c", "int main(void) { return 0; }\n")
write("harnesses/text.half.c", '#include "../src/text.c"\nint main(void) { return half(1); }\n')
_, rows, said = project(".", "--harnesses", "harnesses", "--only", "middle", "--only", "half", status=2)
expect("a harness that does not call it", rows["last.c:middle"]["state"] == "no harness" and "does not call" in rows["last.c:middle"]["reason"], said)
expect("a harness for one of two", rows["text.c:half"].get("harness") == "harnesses/text.half.c" and
       "harness" not in rows["last.c:half"] and rows["text.c:half"]["state"] == "proved", said)

# A folder without a database, with a file that does not compile, and a bug that a baseline knows.
write("plain/bad.c", "int broken( {\n")
write("plain/good.c", "int f(int x) { return x + 1; }\n")
report, rows, said = project("plain", status=1, name="old.json")
expect("a file that does not compile", [file["file"] for file in report["not_compiled"]] == ["plain/bad.c"] and
       re.search(r"^- +plain/bad\.c .*does not compile: .*error: ", said, re.M) and states(rows) == {"good.c:f": "violated"}, said)
report, rows, said = project("plain", "--baseline", "old.json", status=2)
expect("a baseline", states(rows) == {"good.c:f": "proved"}, said)

# Without a database, headers are looked for in the project's folders; a header and its copy in another folder are one.
shared = "static inline int shared(int x) { return x & 3; }\n"
write("loose/include/lib/part.h", "static inline int part(int x) { return 10 / (x & 1); }\n")
write("loose/one/shared.h", shared)
write("loose/two/shared.h", shared)
write("loose/one/a.c", '#include <lib/part.h>\n#include "shared.h"\nint a(int x) { return shared(x); }\n')
write("loose/two/b.c", '#include "shared.h"\nint b(int x) { return shared(x) + 1; }\n')
report, rows, said = project("loose", status=1)
expect("a header that was looked for", states(rows) == {"part.h:part": "violated", "a.c:a": "proved", "b.c:b": "proved",
                                                        "shared.h:shared": "proved"} and not report["not_compiled"], said)
expect("a header and its copy are one", len(report["functions"]) == 4, said)
how = re.search(r"how 'part' fails: assay (.*)", said)
again = subprocess.run([ASSAY, "-q", *how.group(1).split()], cwd=FOLDER, capture_output=True, text=True)
expect("the command says where the header is", again.stdout == "verdict: false(division-by-zero)\n", how.group(0) + again.stdout + again.stderr)
write("without/a.c", '#include <lib/nowhere.h>\nint a(int x) { return x; }\n')
done = run("without")
expect("a header that is nowhere", done.returncode == 65 and "nowhere.h" in done.stderr, done.stderr)

# Ctrl-C: the table so far, no process is left, and the next run goes on from there.
write("slow/a.c", "int quick(int x) { return x & 1; }\n")
write("slow/b.c", """int slow(unsigned x, unsigned y) {
  if (x <= y && (unsigned long long)x * y == 9771761642654632679ull) return 1 / (int)(x > y);
  return 0;
}
""")  # the product of two primes
child = subprocess.Popen([ASSAY, "project", "slow", "--jobs", "1", "--timeout", "60", "--json", "slow.json", "-p", "division-by-zero"], cwd=FOLDER,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
line = child.stderr.readline()
time.sleep(1)
begin = time.time()
child.send_signal(signal.SIGINT)
out, err = child.communicate(timeout=30)
expect("the first function", line.startswith("[1/2] quick slow/a.c:1: proved"), line)
expect("it ends at once", time.time() - begin < 5)
expect("interrupted", child.returncode == 2 and "\nslow " in out and "not checked" in out and "interrupted" in out.splitlines()[-1], out + err)
report = json.loads((FOLDER / "slow.json").read_text())
expect("the report so far", report["interrupted"] and states({row["function"]: row for row in report["functions"]}) ==
       {"quick": "proved", "slow": "not checked"}, out)
left = subprocess.run(["pgrep", "-f", str(FOLDER) + "|slow/b.c"], capture_output=True, text=True).stdout
expect("no process is left", left == "", left)
_, rows, said = project("slow", "--timeout", "1", "-p", "division-by-zero", status=2)
expect("it goes on", rows["a.c:quick"]["unchanged"] and rows["b.c:slow"]["state"] == "open" and not rows["b.c:slow"]["unchanged"], said)
_, rows, said = project("slow", "--timeout", "1", "-p", "division-by-zero", status=2)
expect("what is open is no answer", not rows["b.c:slow"]["unchanged"], said)

# Bad input: one message, and the status that says so.
(FOLDER / "empty").mkdir()
write("nothing/x.c", "int x;\n")
write("broken/compile_commands.json", "[{")
write("none/compile_commands.json", "[]")
for words, status, text in [(["missing"], 65, "missing"), (["empty"], 65, "no C file"), (["nothing"], 65, "no function"),
                            (["broken"], 65, "compilation database"), (["none"], 65, "no C file"),
                            (["src/last.c"], 64, "no C file"), ([".", "."], 64, "one"), ([".", "--jobs", "x"], 64, "jobs"),
                            ([".", "--harnesses", "nowhere"], 65, "nowhere"), ([".", "--property", "joy"], 64, "joy"),
                            ([".", "--baseline", "nowhere.json"], 65, "nowhere.json"),
                            ([".", "--json", "nowhere/x.json"], 65, "nowhere"), ([".", "--state", "src/last.c/x"], 65, "last.c")]:
    done = run(*words)
    expect(f"bad input {words}", done.returncode == status and text in done.stderr and done.stderr.count("\n") <= 2 and
           done.stdout == "", f"{done.returncode}\n{done.stdout}\n{done.stderr}")

shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
