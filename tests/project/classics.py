#!/usr/bin/env python3
"""Twelve mistakes that libraries have had again and again, one in each function of classics/classics.c: `assay project` finds
them as it is, the failed allocation with the option that it names; and nothing of the sort where they are mended.

  classics.py ASSAY"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ASSAY = os.path.abspath(sys.argv[1])
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay classics "))
failures = []

# By function: the line of what is found, or where the block comes from, and its property.
CLASSICS = {
    "list_largest": (14, "valid-deref"),
    "text_parse_pair": (20, "valid-memtrack"),
    "nodes_free": (44, "valid-deref"),
    "range_middle": (51, "no-overflow"),
    "mode_of": (59, "uninit"),
    "buffer_fill": (71, "valid-free"),
    "entry_new": (83, "valid-deref"),
    "name_length": (93, "valid-deref"),
    "numbers_mean": (111, "division-by-zero"),
    "grid_cell": (121, "bounds"),
}


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:1500])


def project(*words):
    done = subprocess.run([ASSAY, "project", ".", "--json", "report.json", *words], cwd=FOLDER, capture_output=True, text=True,
                          timeout=500)
    rows = {row["function"]: row for row in json.loads((FOLDER / "report.json").read_text())["functions"]}
    return rows, done


shutil.copy(pathlib.Path(__file__).resolve().parent / "classics/classics.c", FOLDER)
rows, done = project()
for function, (line, rule) in CLASSICS.items():
    row = rows[function]
    expect(function, row["state"] == "violated" and row["rank"] <= 3 and f"classics.c:{line}:" in row["reason"] and f"[{rule}]" in row["reason"],
           f"{row['state']} {row['reason']}")
row = rows["bits_skip"]
expect("bits_skip", row["state"] == "proved" and row["reason"].startswith("warning: an execution never ends, in the loop at classics.c:99"),
       f"{row['state']} {row['reason']}")
expect("the option is named", "(4 functions ask for it): --malloc-may-fail does not" in done.stdout, done.stdout)
rows, done = project("--malloc-may-fail", "--only", "text_twice")
expect("text_twice", "through a null pointer" in rows["text_twice"]["reason"], rows["text_twice"]["reason"])
rows, done = project("-D", "FIXED")
for function, row in rows.items():
    expect(f"{function}, mended", row["state"] != "violated" and "warning" not in row["reason"], f"{row['state']} {row['reason']}")
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
