#!/usr/bin/env python3
"""The reference lists the library functions that are modelled: all of them, and no others. Each is compared with the
host's library by a unit test, or not_compared.txt says why not.

  library.py CLANG"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
FRONTEND = ROOT / "src/frontend"


def modelled():
    """Functions with a body in the models, and those that the front end translates itself."""
    text = subprocess.run([sys.argv[1], "-target", "x86_64-linux-gnu", "-S", "-emit-llvm", "-w", "-std=gnu2x", "-fno-builtin",
                           "-ffreestanding", str(FRONTEND / "models/all.c"), "-o", "-"], capture_output=True, text=True,
                          check=True).stdout
    names = set(re.findall(r"^define (?!internal).*?@(\w+)\(", text, re.M))
    for file in ("lower/library.cpp", "lower/memory_functions.cpp"):
        names |= set(re.findall(r'{"(\w+)", &\w+::native', (FRONTEND / file).read_text()))
    for pattern in (r'{"(\w+)", {Math::', r'name == "(\w+)"'):
        names |= set(re.findall(pattern, (FRONTEND / "lower/math.cpp").read_text()))
    return names


def without_variants(names):
    """Of sin, sinf and sinl, sin; none of the names that only the implementation uses."""
    public = {"_exit", "_Exit", "_setjmp", "_longjmp"}
    found = {name for name in names if not name.startswith("_") or name in public}
    return {name for name in found if not (name[-1] in "fl" and name[:-1] in found and name[:-1] + "f" in found
                                           and name[:-1] + "l" in found)}


document = (ROOT / "docs/reference.md").read_text()
table = re.search(r"^\| functions \| model \|\n((?:\|.*\n)+)", document, re.M)
if not table:
    sys.exit("the table of functions was not found")
listed = [name for row in table.group(1).splitlines()[1:] for name in re.findall(r"`(\w+)`", row.split("|")[1])]
# These are described below the table, as what they are: not of the library.
ours = {"assert", "reach_error"}
wanted = without_variants(modelled()) - ours
problems = [f"{name} is listed and not modelled" for name in sorted(set(listed) - wanted)]
problems += [f"{name} is modelled and not listed" for name in sorted(wanted - set(listed))]
problems += [f"{name} is listed twice" for name in sorted({name for name in listed if listed.count(name) > 1})]


def compared():
    """Functions whose model a unit test calls: model_NAME(...), FUNCTION(NAME, ...) in the test of guard pages, X(NAME)
    in a list of functions."""
    text = "".join(path.read_text() for path in sorted((FRONTEND / "library").glob("model_*_test.cpp")))
    text = re.sub(r'^extern "C" {$.*?^}$', "", text, flags=re.M | re.S)
    calls = re.findall(r"\bmodel_(\w+)", text)
    return set(calls) | set(re.findall(r"\bFUNCTION\((\w+),", text)) | set(re.findall(r"\bX\((\w+)\)", text))


excused = {name for line in (ROOT / "tests/docs/not_compared.txt").read_text().splitlines() if not line.startswith("#")
           for name in line.split(":")[0].split()}
tested = compared()
problems += [f"{name} is not compared with the host's library" for name in sorted(set(listed) - tested - excused)]
problems += [f"{name} is excused and not modelled" for name in sorted(excused - set(listed))]
for problem in problems:
    print(problem)
print(f"{len(wanted)} functions, {len(problems)} problem(s)")
sys.exit(1 if problems or len(wanted) < 200 else 0)
