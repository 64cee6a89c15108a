#!/usr/bin/env python3
"""What --cache saves: each task is run twice with a folder that is empty at first, and the second run's time is compared with the first one's.

  run.py build/assay TASKS/index.tsv --number 50 --seed 1

A row of the index is tab-separated: set, a name, C file, property, expected verdict, anything, data model (32 or 64). Files stand beside
the index, properties in properties/NAME.prp. Tasks come in an order that depends on the seed alone; those that the first run does not decide,
or not as expected, or in less than --least seconds, do not count. Times are of the whole process tree: user and system, and by the clock."""
import argparse
import collections
import csv
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

VERDICT = re.compile(r"^verdict: (\w+)", re.M)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("index", type=pathlib.Path)
    parser.add_argument("--only", default="", help="a regular expression on 'set file property expected'")
    parser.add_argument("--among", type=pathlib.Path, help="only tasks with a row in this file: set, file, property, ...")
    parser.add_argument("--number", type=int, default=50, help="of tasks that count")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=int, default=8, help="of a run, in seconds")
    parser.add_argument("--least", type=float, default=0, help="processor seconds of the first run")
    parser.add_argument("--explain", action="store_true", help="a third run says what evidence was checked")
    parser.add_argument("--option", action="append", default=[], help="for assay, in both runs")
    return parser.parse_args()


def tasks(args):
    rows = [row for row in csv.reader(args.index.open(), delimiter="\t", quoting=csv.QUOTE_NONE)]
    among = args.among and {tuple(row[:3]) for row in csv.reader(args.among.open(), delimiter="\t", quoting=csv.QUOTE_NONE)}
    rows = [row for row in rows if re.search(args.only, " ".join((row[0], row[2], row[3], row[4])))]
    rows = sorted(row for row in rows if not among or (row[0], row[2], row[3]) in among)
    random.Random(args.seed).shuffle(rows)
    return rows


def run(args, row, cache, *more):
    """Verdict, processor seconds, seconds by the clock."""
    words = [args.assay.resolve(), "check", "--quiet", "--timeout", str(args.timeout), "--cache", cache, "-m", row[6], "-p", f"properties/{row[3]}.prp"]
    begin = time.monotonic()
    process = subprocess.Popen([*words, *args.option, *more, row[2]], cwd=args.index.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # it was waited for
    verdict = VERDICT.search(output)
    return verdict[1] if verdict else "none", usage.ru_utime + usage.ru_stime, time.monotonic() - begin


def evidence(args, row, cache, folder):
    report = pathlib.Path(folder) / "report.json"
    run(args, row, cache, "--json", report)
    if not report.exists():
        return "no report"
    result = json.loads(report.read_text())
    return " + ".join(engine["name"] for engine in result["engines"]) + ": " + result["reason"]


def main():
    args = arguments()
    sums = collections.defaultdict(lambda: [0, 0.0, 0.0, 0.0, 0.0])
    wrong = 0
    print("first s\tsecond s\tby the clock\t\tverdict\ttask")
    for row in tasks(args):
        if sums["all"][0] == args.number:
            break
        with tempfile.TemporaryDirectory(prefix="assay-cache-bench") as folder:
            cache = pathlib.Path(folder) / "cache"
            verdict, *first = run(args, row, cache)
            if verdict != row[4] or first[0] < args.least:
                continue
            again, *second = run(args, row, cache)
            wrong += again != verdict
            figures = [first[0], second[0], first[1], second[1]]
            why = evidence(args, row, cache, folder) if args.explain else ""
            print("\t".join([*(f"{figure:.3f}" for figure in figures), again, row[2], why]), flush=True)
            for kind in ("all", verdict):
                sums[kind] = [sums[kind][0] + 1, *(known + figure for known, figure in zip(sums[kind][1:], figures))]
    for kind, (number, *figures) in sorted(sums.items()):
        if number:
            print(f"{kind}: {number} tasks; processor {figures[0]:.2f} s, then {figures[1]:.2f} s: {figures[1] / figures[0]:.1%}; "
                  f"by the clock {figures[2]:.2f} s, then {figures[3]:.2f} s: {figures[3] / figures[2]:.1%}")
    if wrong:
        print(f"{wrong} second run(s) WITHOUT the verdict of the first")
    return 1 if wrong else 0


sys.exit(main())
