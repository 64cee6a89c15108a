#!/usr/bin/env python3
"""What learning costs and gains: symbolic execution on each task with --prune covered, and with --prune interpolants.

  prune.py build/assay TASKS/index.tsv --number 100 --limit 15

The limit is processor time. A row says what each of them decides, in what time. At the end: how many tasks each
decides, and how much more time interpolants take on tasks that gain nothing, those that both decide and all of them.
The exit status is 1 if a verdict is not as expected."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import tasks  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    tasks.add_arguments(parser, 100)
    parser.add_argument("--limit", type=int, default=15, help="processor seconds of a run")
    args = parser.parse_args()
    rows, wrong = [], 0
    print("covered s\t\tinterpolants s\t\ttask")
    for row in tasks.tasks(args):
        if len(rows) == args.number:
            break
        result = {}
        for prune in ("covered", "interpolants"):
            # By the clock there is more time: the machine may have other work.
            verdict, seconds, _ = tasks.run(args, row, "--engine", "symex", "--prune", prune, "--timeout", str(10 * args.limit), processor=args.limit)
            wrong += verdict in ("true", "false") and verdict != row[4]
            result[prune] = (verdict == row[4], seconds)
            if seconds < args.least:
                break
        if len(result) < 2:
            continue
        rows.append(result)
        print("\t".join([*(f"{seconds:.2f}\t{'decided' if decided else '-'}" for decided, seconds in result.values()), row[2], row[3]]), flush=True)
    same = [row for row in rows if row["covered"][0] or not row["interpolants"][0]]
    both = [row for row in same if row["covered"][0] and row["interpolants"][0]]
    decided = {prune: sum(row[prune][0] for row in rows) for prune in ("covered", "interpolants")}
    print(f"decided: covered {decided['covered']}, interpolants {decided['interpolants']} of {len(rows)}; wrong: {wrong}")
    for what, chosen in (("are decided by both", both), ("gain nothing", same)):
        before, after = (sum(row[prune][1] for row in chosen) for prune in ("covered", "interpolants"))
        if before > 0:
            print(f"tasks that {what}: {len(chosen)}; {before:.1f} s, with interpolants {after:.1f} s: {after / before:.2f} times")
    return 1 if wrong else 0


sys.exit(main())
