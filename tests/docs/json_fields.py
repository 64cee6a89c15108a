#!/usr/bin/env python3
"""docs/json.md names every field that a report has, and no other.

  json_fields.py ASSAY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# A violation with a folded loop, a proof by invariants, one by paths, an unknown with an assumption, and one with
# nothing to say; a pair that may race, a race and a deadlock.
PROGRAMS = [["examples/list.c"], ["examples/bucket.c"], ["--engine", "symex", "examples/search.c"],
            ["examples/tutorial/sensor.c"], ["examples/tutorial/child.c"], ["examples/tutorial/vacuous.c"],
            ["--engine", "havoc", "--invariants", "tests/c/parts/user.invariants", "-p", "unreach-call", "tests/c/user_invariants.c"],
            ["--engine", "races", "-p", "no-data-race", "tests/c/threads/races_no_join_on_one_way.c"],
            ["-p", "no-data-race", "tests/c/threads/lost_update.c"], ["-p", "no-deadlock", "tests/c/threads/deadlock.c"]]


def fields(value, found):
    if isinstance(value, dict):
        for name, part in value.items():
            found.add(name)
            fields(part, found)
    elif isinstance(value, list):
        for part in value:
            fields(part, found)
    return found


document = (ROOT / "docs/json.md").read_text()
# Values are quoted inside the backticks, options begin with a dash, other code holds blanks or dots.
documented = set(re.findall(r"`([a-z_]+)`", document)) - {"assay"}
written = set()
with tempfile.TemporaryDirectory(prefix="assay-json") as folder:
    report = pathlib.Path(folder) / "report.json"
    for program in PROGRAMS:
        subprocess.run([sys.argv[1], "--timeout", "30", "--json", str(report), *program], cwd=ROOT, capture_output=True)
        fields(json.loads(report.read_text()), written)
    for words in [["examples/projects/options"]]:
        subprocess.run([sys.argv[1], "project", "--timeout", "5", "--state", f"{folder}/state", "--json", str(report), *words], cwd=ROOT,
                       capture_output=True)
        fields(json.loads(report.read_text()), written)
    subprocess.run([sys.argv[1], "check", "--dead-code", "--json", str(report), "examples/sum.c"], cwd=ROOT, capture_output=True)
    fields(json.loads(report.read_text()), written)
problems = [f"{name} is written and not documented" for name in sorted(written - documented)]
code = "".join(path.read_text() for pattern in ["json*.cpp", "project*.cpp", "target*.cpp"] for path in (ROOT / "src/report").glob(pattern))
problems += [f"{name} is documented and never written" for name in sorted(documented - written) if f'"{name}"' not in code]
for problem in problems:
    print(problem)
print(f"{len(written)} fields, {len(problems)} problem(s)")
sys.exit(1 if problems else 0)
