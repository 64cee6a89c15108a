"""Tasks for benchmarks: rows of an index, and runs of Assay on them.

A row of the index is tab-separated: set, a name, C file, property, expected verdict, anything, data model (32 or 64).
Files stand beside the index, properties in properties/NAME.prp."""
import csv
import os
import pathlib
import random
import re
import resource
import subprocess
import time

VERDICT = re.compile(r"^verdict: (\w+)", re.M)


def add_arguments(parser, number):
    parser.add_argument("assay", type=pathlib.Path)
    parser.add_argument("index", type=pathlib.Path)
    parser.add_argument("--only", default="", help="a regular expression on 'set file property expected'")
    parser.add_argument("--among", type=pathlib.Path, help="only tasks with a row in this file: set, file, property, ...")
    parser.add_argument("--number", type=int, default=number, help="of tasks that count")
    parser.add_argument("--seed", type=int, default=1, help="tasks come in an order that depends on it alone")
    parser.add_argument("--least", type=float, default=0, help="processor seconds of the first run; faster ones do not count")


def tasks(args):
    rows = [row for row in csv.reader(args.index.open(), delimiter="\t", quoting=csv.QUOTE_NONE)]
    among = args.among and {tuple(row[:3]) for row in csv.reader(args.among.open(), delimiter="\t", quoting=csv.QUOTE_NONE)}
    rows = [row for row in rows if re.search(args.only, " ".join((row[0], row[2], row[3], row[4])))]
    rows = sorted(row for row in rows if not among or (row[0], row[2], row[3]) in among)
    random.Random(args.seed).shuffle(rows)
    return rows


def run(args, row, *options, processor=None):
    """Verdict, processor seconds of the whole process tree, seconds by the clock; `processor` limits those of each
    process."""
    words = [args.assay.resolve(), "check", "--quiet", "-m", row[6], "-p", f"properties/{row[3]}.prp", *options, row[2]]
    limit = (lambda: resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))) if processor else None
    begin = time.monotonic()
    process = subprocess.Popen(words, cwd=args.index.parent, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, preexec_fn=limit)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    process.returncode = 0  # it was waited for
    verdict = VERDICT.search(output)
    return verdict[1] if verdict else "none", usage.ru_utime + usage.ru_stime, time.monotonic() - begin
