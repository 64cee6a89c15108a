#!/usr/bin/env python3
"""One limit on work (`assay --limits`), varied over a sample of tasks: what each value decides, and at what price.

  limits.py ASSAY INDEX --limit kiki.turn --values 100,250,500,1000 [--engine kiki] [--only REGEX] [--number N] [--seconds S]
            [--jobs N]

A row for each value: right and wrong verdicts, tasks without one, and the processor time of the tasks that every value decides
rightly, so that the times are of the same work. Below that, tasks that some values decide and others do not. A wrong verdict makes
the exit status 1."""
import argparse
import concurrent.futures
import re
import subprocess
import sys

import tasks


def current(args):
    """The value of the limit as the table has it; ends the script if there is no such limit, or a value is none."""
    text = subprocess.run([args.assay, "--limits"], capture_output=True, text=True, check=True).stdout
    found = re.search(rf"^{re.escape(args.limit)}\s+(\d+)(?: ms)?  (.*)$", text, re.M)
    if not found:
        sys.exit(f"{args.limit} is no limit: see '{args.assay} --limits'")
    for value in args.values:
        said = subprocess.run([args.assay, "check", "--limit", f"{args.limit}={value}", "/dev/null"], capture_output=True, text=True)
        if "--limit: " in said.stderr:
            sys.exit(said.stderr.strip())
    return found[1], found[2]


def observe(args, row):
    """By value: verdict and processor seconds."""
    engine = ["-e", args.engine] if args.engine else []
    results = {}
    for value in args.values:
        verdict, seconds, _ = tasks.run(args, row, *engine, "--limit", f"{args.limit}={value}", processor=args.seconds)
        results[value] = verdict if verdict in ("true", "false") else "unknown", seconds
        if value == args.values[0] and seconds < args.least:
            return None
    return results


def table(rows):
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.rjust(width) for cell, width in zip(row, widths)) + " |" for row in rows]
    lines.insert(1, "| " + " | ".join("-" * (width - 1) + ":" for width in widths) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks.add_arguments(parser, 60)
    parser.add_argument("--limit", required=True, metavar="GROUP.NAME")
    parser.add_argument("--values", required=True, type=lambda text: text.split(","), metavar="V,V...")
    parser.add_argument("--engine", help="the default strategy if none is named")
    parser.add_argument("--seconds", type=int, default=15, help="processor seconds of each process")
    parser.add_argument("--jobs", type=int, default=1)
    args = parser.parse_args()
    value, what = current(args)
    print(f"{args.limit}, now {value}: {what}")

    rows = tasks.tasks(args)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        results = []
        for begin in range(0, len(rows), args.number):  # more than once if some are too fast to count
            results += [(row, found) for row, found in zip(rows[begin:begin + args.number],
                        pool.map(lambda row: observe(args, row), rows[begin:begin + args.number])) if found]
            if len(results) >= args.number:
                break
    results = results[:args.number]
    same = [found for row, found in results if all(verdict == row[4] for verdict, _ in found.values())]
    lines = [[args.limit, "right true", "right false", "wrong", "unknown", f"s on {len(same)} decided by all"]]
    numWrong = 0
    for value in args.values:
        verdicts = [(row[4], found[value][0]) for row, found in results]
        wrong = sum(told != "unknown" and told != expected for expected, told in verdicts)
        numWrong += wrong
        lines.append([value, *(str(number) for number in (verdicts.count(("true", "true")), verdicts.count(("false", "false")), wrong,
                                                          sum(told == "unknown" for _, told in verdicts))),
                      f"{sum(found[value][1] for found in same):.1f}"])
    print(f"{len(results)} tasks\n\n{table(lines)}\n")
    for row, found in results:
        told = {verdict for verdict, _ in found.values()}
        if len(told) > 1 or (told - {"unknown", row[4]}):
            print(f"{row[2]} {row[3]} ({row[4]}): " + ", ".join(f"{value}: {verdict}" for value, (verdict, _) in found.items()))
    return 1 if numWrong else 0


if __name__ == "__main__":
    sys.exit(main())
