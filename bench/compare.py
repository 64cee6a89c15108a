#!/usr/bin/env python3
"""Two builds on the same tasks, one engine at a time: verdicts, counters of work, processor time.

  compare.py record ASSAY INDEX --engine ENGINE --out FILE [--limit S] [--jobs N] [--among FILE] [--only REGEX] [--number N]
  compare.py diff BEFORE AFTER
  compare.py both ASSAY INDEX --base ASSAY --engine ENGINE [the options of record but --out]

`record` runs every task with one engine and writes what came out. `diff` compares two such files: it names every task
whose verdict or counter differs, and prints the processor time of the tasks that both runs settled within the limit.
`both` does the same of two builds that take turns on each task, so that what else the machine does falls on both.
Counters that are times do not count. A task that a run did not end within the limit has no counters to compare; it is
said how many there are."""
import argparse
import concurrent.futures
import itertools
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

import tasks

COUNTER = re.compile(r"^(\S.*?)\s+(\d+)$", re.M)
TIME = re.compile(r" (ns|us|ms)$")


def observe(args, row, assay):
    words = [assay.resolve(), "check", "--quiet", "--stats", "-e", args.engine, "-m", row[6],
             "-p", f"properties/{row[3]}.prp", row[2]]
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (args.limit, args.limit))
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen(words, cwd=args.index.parent, stdout=output, stderr=messages, preexec_fn=limit)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it was waited for
        output.seek(0)
        messages.seek(0)
        verdict = re.search(r"^verdict: (.*)$", output.read(), re.M)
        counters = {name: int(number) for name, number in COUNTER.findall(messages.read()) if not TIME.search(name)}
    return {"verdict": verdict[1] if verdict else "none", "counters": counters,
                                        "seconds": usage.ru_utime + usage.ru_stime}


def over_tasks(args, look):
    """What `look` gives of each task, by the task's name."""
    rows = tasks.tasks(args)[:args.number]
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        return dict(zip((" ".join((row[2], row[3])) for row in rows), pool.map(look, rows)))


def record(args):
    results = over_tasks(args, lambda row: observe(args, row, args.assay))
    args.out.write_text(json.dumps(results, indent=1, sort_keys=True))
    verdicts = [result["verdict"].split()[0] for result in results.values()]
    print(", ".join(f"{verdicts.count(verdict)} {verdict}" for verdict in sorted(set(verdicts))))


def both(args):
    builds = itertools.cycle(((args.base, args.assay), (args.assay, args.base)))
    def look(row):
        return {build: observe(args, row, build) for build in next(builds)}
    results = over_tasks(args, look)
    return compare(*({task: of[build] for task, of in results.items()} for build in (args.base, args.assay)))


def diff(args):
    return compare(*(json.loads(file.read_text()) for file in (args.before, args.after)))


def compare(before, after):
    differ, unended, seconds, compared = 0, 0, [0.0, 0.0], 0
    for task in sorted(before.keys() & after.keys()):
        old, new = before[task], after[task]
        if "none" in (old["verdict"], new["verdict"]):
            unended += 1
            if old["verdict"] != new["verdict"]:
                print(f"{task}: {old['verdict']} ({old['seconds']:.1f} s), now {new['verdict']} ({new['seconds']:.1f} s)")
            continue
        compared += 1
        lines = [] if old["verdict"] == new["verdict"] else [f"verdict {old['verdict']}, now {new['verdict']}"]
        for name in sorted(old["counters"].keys() | new["counters"].keys()):
            numbers = [result["counters"].get(name, 0) for result in (old, new)]
            if numbers[0] != numbers[1]:
                lines.append(f"{name} {numbers[0]}, now {numbers[1]}")
        differ += bool(lines)
        for line in lines:
            print(f"{task}: {line}")
        if old["verdict"].split()[0] in ("true", "false"):
            seconds[0] += old["seconds"]
            seconds[1] += new["seconds"]
    ratio = seconds[1] / seconds[0] if seconds[0] else 1
    print(f"{compared} tasks compared, {differ} differ, {unended} not ended within the limit; "
          f"decided ones: {seconds[0]:.1f} s, now {seconds[1]:.1f} s ({ratio:.3f})")
    return 1 if differ else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recorder, pair = commands.add_parser("record"), commands.add_parser("both")
    recorder.add_argument("--out", type=pathlib.Path, required=True)
    pair.add_argument("--base", type=pathlib.Path, required=True, help="the build before")
    for runner in (recorder, pair):
        tasks.add_arguments(runner, 240)
        runner.add_argument("--engine", required=True)
        runner.add_argument("--limit", type=int, default=15, help="processor seconds of each process")
        runner.add_argument("--jobs", type=int, default=1)
    differ = commands.add_parser("diff")
    differ.add_argument("before", type=pathlib.Path)
    differ.add_argument("after", type=pathlib.Path)
    args = parser.parse_args()
    return {"record": record, "both": both, "diff": diff}[args.command](args)


if __name__ == "__main__":
    sys.exit(main())
