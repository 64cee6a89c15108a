#!/usr/bin/env python3
"""The automaton without memory operations does what the original does: every `// run:` of the programs beside this file
is run both ways, and on a few random inputs besides, and must end alike, at the same place.

  without_memory.py ASSAY [--seeds N] [FILE...]

Undefined behaviour ends in an unsupported location that says so. Details that memory adds to messages are not compared,
nor places that inlining has lost: library models have none of their own."""
import argparse
import concurrent.futures
import pathlib
import re
import subprocess
import sys

from run import HERE, Bad, read

TIMEOUT = 20
DIAGNOSTIC = re.compile(r"^(\S+?:\d+:\d+: )?(error|warning|note): (.*)$", re.M)


def execute(command):
    """(outcome, place, message) with what is undefined told in one way; None if it does not end in time."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT + 10, cwd=HERE)
    except subprocess.TimeoutExpired:
        return None
    last = (done.stdout.splitlines() or [f"status {done.returncode}: {done.stderr.strip()[-200:]}"])[-1]
    match = DIAGNOSTIC.search(done.stdout)
    place, message = (match.group(1), match.group(3)) if match else (None, "")
    if last in ("outcome: unknown (timeout)", "outcome: unknown (memory limit)", "outcome: unknown (stack limit)"):
        return None
    if last == "outcome: blocked" and "more objects than pointers can tell apart" in message:
        return None
    if last == "outcome: unknown (undefined behaviour)" or message.startswith("unsupported: undefined "):
        return "undefined", place, ""
    return last, place, message.split(":")[0].split(" [")[0]


def test(assay, path, seeds):
    """(comparisons, how many did not end, problems)"""
    try:
        runs, _, parts = read(path)
    except Bad:
        return 0, 0, []
    lines = [arguments for command, arguments, _ in runs if command == "run"]
    lines += [["--seed", str(seed)] for seed in range(seeds)]
    compared, late, problems = 0, 0, []
    for arguments in lines:
        rest = ["--timeout", str(TIMEOUT), *arguments, str(path), *parts]
        before = execute([assay, "run", *rest])
        after = execute([assay, "run", "--without-memory", *rest])
        if before is None or after is None:
            late += 1
            continue
        compared += 1
        if after[1] is None:
            before = before[0], None, before[2]
        if before != after:
            problems.append(f"{path.name} {' '.join(arguments)}: {before} became {after}")
    return compared, late, problems


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=0, help="runs on random inputs, a file")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args()
    files = [f.resolve() for f in args.files] or sorted(HERE.glob("*.c")) + sorted(HERE.glob("*.assay"))
    assay = str(pathlib.Path(args.assay).resolve())
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = list(pool.map(lambda path: test(assay, path, args.seeds), files))
    problems = [p for _, _, found in results for p in found]
    for problem in problems:
        print(problem)
    compared, late = sum(r[0] for r in results), sum(r[1] for r in results)
    print(f"{compared} runs of {len(files)} programs compared, {late} did not end in time, {len(problems)} differ")
    sys.exit(1 if problems or compared == 0 or late * 10 > compared else 0)


main()
