#!/usr/bin/env python3
"""What the shares in src/strategy/schedule.cpp are made of: what each engine decides alone, by the kinds of programs
that the table tells apart, and what shares of the time would decide of them together.

  shares.py --assay build/assay --tasks FOLDER symex=symex.tsv kiki=kiki.tsv ic3ia=ic3ia.tsv

Each file has what one engine did alone on tasks: tab-separated set, file, property, expected verdict, verdict, status,
CPU seconds. FOLDER holds the tasks' files and properties/NAME.prp. The kind of a task is what `assay program --summary`
says of its strategy. Of several engines on PROCESSORS processors, one with share s of a sum S runs for s * PROCESSORS /
S of the time, and never for more than all of it. That is a model: engines that help each other decide more, engines
that share caches less."""
import argparse
import collections
import itertools
import pathlib
import re
import subprocess

KIND = re.compile(r"^strategy: ([^:]+): ", re.M)
CHOICES = (0, 0.25, 0.5, 1, 2)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--tasks", type=pathlib.Path, required=True)
    parser.add_argument("--limit", type=float, default=15, help="CPU seconds a task")
    parser.add_argument("--processors", type=int, default=2)
    parser.add_argument("--bits", default="32", help="data model of all tasks, for their kind")
    parser.add_argument("results", nargs="+", metavar="ENGINE=FILE")
    return parser.parse_args()


def results_of(file):
    """(set, file, property) -> (expected, CPU seconds until it was decided rightly, or None)."""
    rows = (line.rstrip("\n").split("\t") for line in open(file))
    return {tuple(row[:3]): (row[3], float(row[6]) if row[4].split("(")[0] == row[3] else None) for row in rows}


def kind_of(args, task):
    _, file, prop = task
    run = subprocess.run([args.assay, "program", "--summary", "--data-model", args.bits, "--property",
                          f"properties/{prop}.prp", file], capture_output=True, text=True, cwd=args.tasks)
    found = KIND.search(run.stdout)
    return found[1] if found else "none"


def speeds(shares, processors):
    """How fast each engine runs: in proportion to its share, but none faster than a processor."""
    speed, left, open_ = {}, float(processors), {e: s for e, s in shares.items() if s}
    while open_:
        total = sum(open_.values())
        full = [e for e, s in open_.items() if s * left / total >= 1]
        if not full:
            return speed | {e: s * left / total for e, s in open_.items()}
        for engine in full:
            speed[engine] = 1.0
            left -= 1
            del open_[engine]
    return speed


def points(times, shares, args):
    """(points, CPU seconds) of tasks: [(expected, {engine: seconds})]."""
    speed = speeds(shares, args.processors)
    used = sum(speed.values())
    total, seconds = 0, 0.0
    for expected, by_engine in times:
        walls = [by_engine[e] / v for e, v in speed.items() if by_engine.get(e) is not None]
        cost = min(walls, default=args.limit) * used
        if walls and cost <= args.limit:
            total += 2 if expected == "true" else 1
        seconds += min(cost, args.limit)
    return total, seconds


def main():
    args = arguments()
    engines = dict(part.split("=", 1) for part in args.results)
    results = {engine: results_of(file) for engine, file in engines.items()}
    tasks = sorted(set.intersection(*(set(r) for r in results.values())))
    kinds = collections.defaultdict(list)
    args.assay = str(pathlib.Path(args.assay).resolve())
    for task in tasks:
        expected = next(iter(results.values()))[task][0]
        kinds[kind_of(args, task)].append((expected, {e: r[task][1] for e, r in results.items()}))
    for kind, times in sorted(kinds.items()):
        most = sum(2 if expected == "true" else 1 for expected, _ in times)
        print(f"{kind}: {len(times)} tasks, {most} points")
        for engine in engines:
            alone = sum(t.get(engine) is not None for _, t in times)
            only = sum(t.get(engine) is not None and all(t.get(e) is None for e in engines if e != engine) for _, t in times)
            print(f"  {engine:10} decides {alone}, {only} of them nobody else")
        ranked = []
        for shares in itertools.product(CHOICES, repeat=len(engines)):
            if max(shares) == 1: # every other choice is one of these, scaled
                ranked.append((*points(times, dict(zip(engines, shares)), args), shares))
        for total, seconds, shares in sorted(ranked, key=lambda r: (-r[0], r[1]))[:4]:
            print(f"  {total:4} points, {seconds:6.0f} s: " + ", ".join(f"{e} {s:g}" for e, s in zip(engines, shares) if s))


if __name__ == "__main__":
    main()
