#!/usr/bin/env python3
"""A third judge: what the engines asked their solvers is asked of cvc5, which shares no code with them. Each program is
verified by one engine at a time, every session of a solver is written as an SMT-LIB script (--log-queries), and cvc5
runs the script. An answer that contradicts is a failure; one that does not come in time is counted, and most have to
come.

  run.py --assay ASSAY [--cvc5 CVC5] [--jobs N] [--keep DIR] [--engines "NAME NAME"] [FILE.c...]"""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = [
    ("examples/bucket.c", "kiki k-induction"),
    ("examples/date.c", "symex"),
    ("examples/list.c", "kiki bmc"),
    ("examples/search.c", "kiki symex"),
    ("examples/triangle.c", "kiki symex"),
    ("examples/trim.c", "bmc"),
    ("tests/c/kiki_counters.c", "kiki zones"),
    ("tests/c/kiki_matrix.c", "kiki"),
    ("tests/c/floats.c", "symex"),
    ("tests/c/float_inputs_are_told.c", "bmc"),
    ("examples/float_control.c", "kiki symex"),
]
ANSWER = re.compile(r"^; (sat|unsat|unknown)\b", re.M)
LIMIT_MS = 1000       # for one query
SCRIPT_SECONDS = 8   # for one script
MIN_SHARE = 0.7       # of the queries have to be judged


def judge(cvc5, script):
    """[(ours, cvc5's)] of the script's queries, in order; cvc5's is unknown for those that it did not get to."""
    ours = ANSWER.findall(script.read_text())
    try:
        run = subprocess.run([cvc5, "--incremental", f"--tlimit-per={LIMIT_MS}", str(script)], capture_output=True,
                             text=True, timeout=SCRIPT_SECONDS)
        output = run.stdout
    except subprocess.TimeoutExpired as late:
        output = (late.stdout or b"").decode()
    theirs = []
    for line in output.splitlines():
        if line not in ("sat", "unsat", "unknown"):
            break  # an error or a time-out: what follows is of no use
        theirs.append(line)
    theirs += ["unknown"] * (len(ours) - len(theirs))
    return list(zip(ours, theirs))


def run(arguments, file, engine):
    """(file, engine, number of queries, judged, [disagreement])"""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="judge"))
    try:
        subprocess.run([arguments.assay, "check", "--engine", engine, "--timeout", "5", "--native-replay", "off",
                        "--log-queries", str(folder / "queries"), file], cwd=ROOT, capture_output=True, timeout=60)
        queries = judged = 0
        bad = []
        for script in sorted((folder / "queries").glob("*.smt2")):
            pairs = judge(arguments.cvc5, script)
            queries += len(pairs)
            judged += sum("unknown" not in pair for pair in pairs)
            for number, (ours, theirs) in enumerate(pairs, 1):
                if "unknown" not in (ours, theirs) and ours != theirs:
                    bad.append(f"{file}, {engine}, {script.name}, query {number}: {ours}, but cvc5 says {theirs}")
                    if arguments.keep:
                        os.makedirs(arguments.keep, exist_ok=True)
                        shutil.copy(script, pathlib.Path(arguments.keep) / f"{pathlib.Path(file).stem}.{engine}.{script.name}")
        return file, engine, queries, judged, bad
    finally:
        shutil.rmtree(folder, ignore_errors=True)


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--assay", required=True)
parser.add_argument("--cvc5", default="cvc5")
parser.add_argument("--jobs", type=int, default=os.cpu_count())
parser.add_argument("--keep")
parser.add_argument("--engines", default="kiki symex")
parser.add_argument("files", nargs="*")
arguments = parser.parse_args()
arguments.assay = os.path.abspath(arguments.assay)
programs = [(os.path.abspath(file), arguments.engines) for file in arguments.files] or PROGRAMS
tasks = [(file, engine) for file, engines in programs for engine in engines.split()]
with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
    results = list(pool.map(lambda task: run(arguments, *task), tasks))
problems, total, judged = [], 0, 0
for file, engine, queries, answered, bad in results:
    print(f"{file}, {engine}: {answered} of {queries} queries judged")
    total, judged = total + queries, judged + answered
    problems += bad or ([] if queries else [f"{file}, {engine}: nothing was asked"])
if judged < MIN_SHARE * total or not total:
    problems.append(f"only {judged} of {total} queries were judged")
print("\n".join(problems) or f"cvc5 agrees with {judged} of {total} answers, and contradicts none")
sys.exit(1 if problems else 0)
