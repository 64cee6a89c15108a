#!/usr/bin/env python3
"""Random programs whose truth is known, because they have been run on all of their inputs: no engine may contradict it.

  run.py --first 1 --count 20000 --jobs 2 --keep disagreements      many programs, for as long as one likes
  run.py --first 1 --count 20000 --numbers --data-model 32          small ones about large numbers, as 32-bit programs
  run.py --first 42 --show                                          one of them, with its truth

Each program is verified for one property by the default strategy, and by one engine alone, another one for each seed;
those of --numbers (numbers_focus.py) by the one or the other. A disagreement is a *true* where an execution violates
the property, a *false* where none does, or one that names another property than the executions violate. So is a crash,
and a defect that Assay reports itself. The test fails as well if too few programs are decided."""
import argparse
import collections
import concurrent.futures
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

import generate
import numbers_focus
import text
import truth

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENGINES = ["symex", "kiki", "bmc", "k-induction", "ic3ia", "symexia", "bse", "bself", "shapes", "arrays", "sketch"]
# With --numbers each program is verified once: by the default strategy every fourth time, else by these in turns, those
# that answer at once more often.
QUICK = ["kiki", "intervals", "zones", "octagons", "symex", "equalities", "polyhedra", "ratios", "conditions", "congruences", "multiples",
         "polynomials", "disequalities", "havoc", "shapes", "ranges"]
NUMBERS = [*QUICK, "k-induction", "ic3ia", "symexia", *QUICK, "bmc", "bse", "bself"]
VERDICT = re.compile(r"^verdict: (true|false|unknown)(?:\(([\w-]+)\)| \((.*)\))?$", re.M)
DEFECT = re.compile(r"DEFECT.*")  # what Assay says if its own checks contradict an engine
BATCH = 50


def parser_of(description):
    """The arguments of all tests that verify generated programs."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(ROOT / "build/assay"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=4, help="seconds for one verdict")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs on which something disagrees")
    return parser


def arguments():
    parser = parser_of(__doc__)
    parser.set_defaults(timeout=None)
    parser.add_argument("--data-model", type=int, choices=[32, 64], help="of all programs; by default most have 64 bits, some 32")
    parser.add_argument("--engines", help="engines that take turns beside the default strategy")
    parser.add_argument("--options", default="", help="of these engines, which are asked alone then: \"--prune interpolants\"")
    parser.add_argument("--numbers", action="store_true", help="small programs about large numbers, and numbers where pointers were")
    parser.add_argument("--share", type=int, help="percent that the default strategy has to decide (default 70, or 30 with --numbers)")
    parser.add_argument("--show", action="store_true", help="print the first program and its truth, and verify nothing")
    args = parser.parse_args()
    args.engines = args.engines or ",".join(NUMBERS if args.numbers else ENGINES)
    args.timeout = args.timeout or (1 if args.numbers else 4)
    args.share = (30 if args.numbers else 70) if args.share is None else args.share
    return args


class Answer:
    """What Assay says: a verdict (true, false, unknown, crash), the property of a *false*, a reason or the output. A
    defect that Assay notices by itself is a crash, too."""

    def __init__(self, verdict, prop="", reason=""):
        self.verdict, self.property, self.reason = verdict, prop, reason

    def __str__(self):
        return self.verdict + (f"({self.property})" if self.property else f" ({self.reason})" if self.reason else "")


def ask(assay, file, prop, engine, data_model, timeout, options=()):
    command = [assay, "check", "--quiet", "--timeout", str(timeout), "--engine", engine, "--data-model", str(data_model),
               *(["--property", prop] if prop != "all" else []), *options, str(file)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=30 + 10 * timeout)
    except subprocess.TimeoutExpired:
        return Answer("crash", reason="it does not end")
    found = VERDICT.search(run.stdout)
    if not found or run.returncode != ["true", "false", "unknown"].index(found[1]):
        return Answer("crash", reason=f"status {run.returncode}: {(run.stdout + run.stderr)[-300:]}")
    defect = DEFECT.search(run.stdout + run.stderr)
    if defect:
        return Answer("crash", reason=f"{found[1]}, {defect[0]}")
    return Answer(found[1], found[2] or "", found[3] or "")


def contradiction(answer, violated, is_open):
    """None, or how the answer contradicts the truth."""
    if answer.verdict == "crash":
        return str(answer)
    if answer.verdict == "true" and violated:
        return f"true, but executions violate {', '.join(sorted(violated))}"
    if answer.verdict == "false" and not is_open and answer.property not in violated:
        return f"{answer}, but executions violate {', '.join(sorted(violated)) or 'nothing'}"
    return None


def questions(program, args):
    """The engines that are asked about a program."""
    engines = args.engines.split(",")
    turn = engines[program.seed % len(engines)]
    if args.numbers and not args.options:
        return ["auto" if program.seed % 4 == 0 else engines[(program.seed - program.seed // 4 - 1) % len(engines)]]
    return [turn] if args.options else ["auto", turn]


def verify(args, folder, program, body, known):
    """Rows (program, engine, truth, answer, contradiction), and the file if there is one."""
    violated, is_open = known.of(program.property)
    if program.undetermined and not violated:
        is_open = True
    content = text.standalone(text.with_constants(body, known.constants), args.numbers)
    file = folder / f"{program.seed}.c"
    file.write_text(content)
    rows, options = [], shlex.split(args.options) + (["--native-replay", "off"] if args.numbers else [])
    for engine in questions(program, args):
        answer = ask(args.assay, file, program.property, engine, program.data_model, args.timeout, options)
        rows.append((program, engine, violated, is_open, answer, contradiction(answer, violated, is_open)))
    if args.keep and any(row[5] for row in rows):
        args.keep.mkdir(parents=True, exist_ok=True)
        notes = [f"// seed {program.seed}, {program.property}, {program.data_model} bits, {row[1]}: {row[5]}\n" for row in rows if row[5]]
        (args.keep / file.name).write_text("".join(notes) + content)
    file.unlink()
    return rows


def program_of(args, seed):
    return (numbers_focus if args.numbers else generate).program(seed, args.data_model)


def examine(args, compilers, folder, seeds):
    """The rows of a batch of programs."""
    programs = [program_of(args, seed) for seed in seeds]
    bodies = [list(text.lines(program.items)) for program in programs]
    known = compilers.truths(bodies, f"batch{seeds[0]}")
    rows = [row for p, b, k in zip(programs, bodies, known) for row in verify(args, folder, p, b, k)]
    for program, engine, _, _, _, wrong in rows:
        if wrong:
            print(f"seed {program.seed} ({program.property}, {program.data_model} bits, {engine}): {wrong}", flush=True)
    return rows


def table(rows):
    """Counts, by property."""
    for engine in ["auto", *sorted({row[1] for row in rows} - {"auto"})]:
        mine = [row for row in rows if row[1] == engine]
        print(f"{engine:12} {'programs':>9} {'open':>6} {'true':>6} {'false':>6} {'unknown':>8}")
        for prop in [*sorted({row[0].property for row in mine}), "total"]:
            some = [row for row in mine if prop in (row[0].property, "total")]
            count = collections.Counter(row[4].verdict for row in some)
            is_open = sum(not row[2] and row[3] for row in some)
            print(f"  {prop:16} {len(some):3} {is_open:6} {count['true']:6} {count['false']:6} {count['unknown']:8}")
    reasons = collections.Counter(re.sub(r"(/\S*/)?\d+\.c:[\d:]+|\d+", "N", row[4].reason) for row in rows
                                  if row[4].verdict == "unknown" and row[1] == "auto")
    for reason, count in reasons.most_common(8):
        print(f"{count:5} unknown ({reason})")


def show(args):
    program = program_of(args, args.first)
    body = list(text.lines(program.items))
    with tempfile.TemporaryDirectory() as folder:
        known = truth.Compilers(folder, args.gcc, args.clang, args.numbers).truths([body])[0]
    print(text.standalone(text.with_constants(body, known.constants), args.numbers), end="")
    violated, is_open = known.of(program.property)
    print(f"// {program.property}, {program.data_model} bits: {', '.join(sorted(violated)) or 'not'} violated{', perhaps more' if is_open else ''}")
    for events, count in sorted(collections.Counter(known.executions.values()).items()):
        print(f"// {count} executions: {events}")


def main():
    args = arguments()
    if args.show:
        return show(args)
    begin = time.monotonic()
    seeds = list(range(args.first, args.first + args.count))
    batches = [seeds[i:i + BATCH] for i in range(0, len(seeds), BATCH)]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        compilers = truth.Compilers(folder, args.gcc, args.clang, args.numbers)
        rows = [row for part in pool.map(lambda batch: examine(args, compilers, folder, batch), batches) for row in part]
    table(rows)
    wrong = sum(bool(row[5]) for row in rows)
    asked = [row for row in rows if args.options or row[1] == "auto"]
    decided = 100 * sum(row[4].verdict in ("true", "false") for row in asked) // max(1, len(asked))
    by = f"with {args.options}" if args.options else "by the default strategy"
    print(f"{len(seeds)} programs, {wrong} disagreements, {decided} % decided {by}, "
          f"{time.monotonic() - begin:.0f} s")
    return 1 if wrong or decided < args.share else 0


if __name__ == "__main__":
    sys.exit(main())
