#!/usr/bin/env python3
"""Engines on small changes of C programs: none may prove what another one refutes.

  agree.py --assay build/assay [--count 60] [--seed N] [--timeout S] [--jobs N] [--keep DIR] FILES-OR-FOLDERS...

Each round takes a program at random and changes one token: a number, a comparison, an operator. Most of these still
compile, and many have a bug that the program did not have, or no longer the one that it had. Each engine is asked for
every property. A *false* has been replayed by the interpreter, so where one engine says true and another one false, the
proof is wrong. A crash, or no verdict, is a failure as well. The changed program is then kept."""
import argparse
import collections
import concurrent.futures
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ENGINES = ["symex", "kiki", "equalities", "octagons"]
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "+": "-", "&&": "||", "||": "&&",
         "++": "--", "--": "++"}
TOKEN = re.compile(r"\+\+|--|<=|>=|==|!=|&&|\|\||(?<![-<>=+])[<>](?![<>=])|(?<![-+*/=<>&|])\+(?![+=])|\b\d+\b")
STATEMENT = re.compile(r"\b(if|while|for|return)\b|=|\+\+|--")
VERDICT = re.compile(r"^verdict: (true|false|unknown)", re.M)
BAD_INPUT = 65


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--timeout", type=int, default=2, help="seconds that an engine has")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="where programs on which engines disagree go")
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    return parser.parse_args()


def programs(paths):
    """C files that are whole programs and need no macros."""
    files = [f for path in paths for f in (sorted(path.glob("*.c")) if path.is_dir() else [path])]
    return [f for f in files if "main(" in (text := f.read_text()) and not re.search(r"^// with:|-D ", text, re.M)]


def changed(text, rng):
    """The text with one token changed, and which; nothing if there is none to change."""
    lines, places = text.split("\n"), []
    for number, line in enumerate(lines):
        if STATEMENT.search(line) and '"' not in line and not line.lstrip().startswith(("#", "/", "*", "extern")):
            places += [(number, token) for token in TOKEN.finditer(line)]
    if not places:
        return None
    number, token = rng.choice(places)
    old = token.group()
    new = SWAPS.get(old) or str(max(0, int(old) + rng.choice([-1, 1, 7])))
    lines[number] = lines[number][:token.start()] + new + lines[number][token.end():]
    return "\n".join(lines), f"line {number + 1}: {old} -> {new}"


def verdict(args, engine, file):
    command = [args.assay, "check", "--quiet", "--engine", engine, "--timeout", str(args.timeout), "--native-replay", "off",
               "-I", str(file.parent), str(file)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60 + 10 * args.timeout)
    except subprocess.TimeoutExpired:
        return "did not end"
    if run.returncode == BAD_INPUT:
        return "bad input"
    found = VERDICT.search(run.stdout)
    return found[1] if found and run.returncode in (0, 1, 2) else f"status {run.returncode}: {run.stderr[-300:]}"


def examine(args, folder, files, number):
    rng = random.Random(f"{args.seed}/{number}")
    origin = rng.choice(files)
    change = changed(origin.read_text(), rng)
    if not change:
        return "unchanged", None
    text, what = change
    file = folder / f"{number}-{origin.name}"
    file.write_text(f'#line 1 "{origin.name}"\n' + text)
    answers = {}
    for engine in ENGINES:
        answers[engine] = verdict(args, engine, file)
        if answers[engine] == "bad input":
            return "bad input", None
    seen = set(answers.values())
    if seen <= {"true", "false", "unknown"} and not {"true", "false"} <= seen:
        return max(seen - {"unknown"}, default="unknown"), None
    if args.keep:
        args.keep.mkdir(parents=True, exist_ok=True)
        (args.keep / file.name).write_text(text)
    return "FAILURE", f"{origin} with {what} (round {number}): {answers}"


def main():
    args = arguments()
    files = programs(args.paths)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        place = pathlib.Path(folder)
        for path in args.paths:  # what programs include
            for header in (path if path.is_dir() else path.parent).glob("*.h"):
                (place / header.name).write_text(header.read_text())
        results = list(pool.map(lambda number: examine(args, place, files, number), range(args.count)))
    counts = collections.Counter(kind for kind, _ in results)
    for _, failure in results:
        if failure:
            print(failure)
    print(f"{args.count} changes of {len(files)} programs, seed {args.seed}: {dict(counts)}")
    # If nothing was decided, nothing was tested.
    return 1 if counts["FAILURE"] or counts["true"] == 0 or counts["false"] == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
