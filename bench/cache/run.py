#!/usr/bin/env python3
"""What --cache saves: each task is run twice with a folder that is empty at first, and the second run's time is
compared with the first one's.

  run.py build/assay TASKS/index.tsv --number 50 --seed 1

Tasks that the first run does not decide, or not as expected, or in less than --least seconds, do not count. Times are
of the whole process tree: user and system, and by the clock."""
import argparse
import collections
import json
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tasks  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks.add_arguments(parser, 50)
    parser.add_argument("--timeout", type=int, default=8, help="of a run, in seconds")
    parser.add_argument("--explain", action="store_true", help="a third run says what evidence was checked")
    parser.add_argument("--option", action="append", default=[], help="for assay, in both runs")
    return parser.parse_args()


def run(args, row, cache, *more):
    return tasks.run(args, row, "--timeout", str(args.timeout), "--cache", cache, *args.option, *more)


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
    for row in tasks.tasks(args):
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
