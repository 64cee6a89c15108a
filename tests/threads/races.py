#!/usr/bin/env python3
"""Engine `races` against judges that follow interleavings: what it calls *true* has no race, and what it calls *true*
without a lock, a join or an atomic of that program has none either.

  races.py --first 1 --count 2000 --crowds --changes     programs that create any number of threads (crowd.py)
  races.py --first 1 --count 10000 --changes             programs with two or three threads (programs.py)
  races.py --changes --files tests/c/threads/*.c         C programs; their judge is symbolic execution
  races.py --first 42 --crowds --show                    one of them, and whether it has a race

The judge of a program that creates any number of threads follows at most three of them, and only where the engine says
*true*. The test fails if the judge finds a race there, if Assay crashes, or if the engine says *true* of fewer than
--share percent: then it shows nothing. `--assay always-true` is no verifier: it shows that the test can fail."""
import collections
import concurrent.futures
import pathlib
import sys
import tempfile
import time

import run as threads
from run import check, deletions, programs, source

import crowd
import crowd_judge
import crowd_source
import judge
import text_changes


class Pairs:
    """Programs of programs.py, by seeds."""

    def program(self, seed):
        return programs.program(seed)[0]

    def text(self, program):
        return source.Source(program).text()

    def changes(self, program):
        for place in deletions.places(program):
            yield place[0], deletions.apply(program, place)

    def has_race(self, program):
        """None: not known, or the program is not defined."""
        try:
            known = judge.Judge(program).explore()
        except judge.TooLarge:
            return None
        return None if known.misuse else "no-data-race" in known.violated


class Crowds:
    """Programs of crowd.py, by seeds."""

    def program(self, seed):
        return crowd.program(seed)

    def text(self, program):
        return crowd_source.Source(program).text()

    def changes(self, program):
        for what, change in crowd.changes(program):
            yield what, crowd.changed(program, change)

    def has_race(self, program):
        known = crowd_judge.Judge(program).explore()
        return True if known.has_race else False if known.is_whole else None


class Files:
    """C programs, by their paths."""

    def __init__(self, args):
        self.args = args

    def program(self, path):
        return path.read_text()

    def text(self, program):
        return program

    def changes(self, program):
        return text_changes.changes(program)

    def has_race(self, program):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "program.c"
            file.write_text(program)
            answer = check.ask(self.args.assay, file, "no-data-race", "symex", 64, 5 * self.args.timeout, threads.OPTIONS)
        return {"true": False, "false": True}.get(answer.verdict)


Row = collections.namedtuple("Row", "name what answer truth")


def arguments():
    parser = check.parser_of(__doc__)
    parser.add_argument("--crowds", action="store_true", help="programs that create any number of threads")
    parser.add_argument("--files", nargs="+", type=pathlib.Path, default=[], help="C programs instead of generated ones")
    parser.add_argument("--changes", action="store_true", help="ask again without each lock, join, atomic, and so on")
    parser.add_argument("--share", type=int, default=20, help="percent that the engine has to prove")
    parser.add_argument("--show", action="store_true", help="print the first program and its truth, and verify nothing")
    parser.set_defaults(jobs=1, timeout=4)
    return parser.parse_args()


def ask(args, family, folder, name, what, program):
    """The row of one program."""
    if args.assay == "always-true":
        answer = check.Answer("true")
    else:
        file = folder / f"{name if isinstance(name, int) else name.stem}.c"
        file.write_text(family.text(program))
        answer = check.ask(args.assay, file, "no-data-race", "races", 64, args.timeout, threads.OPTIONS)
    truth = family.has_race(program) if answer.verdict == "true" and (what or not args.files) else None
    row = Row(name, what, answer, truth)
    if is_wrong(row):
        print(f"{name}{what and ' without ' + what}: {answer}, race: {truth}", flush=True)
        if args.keep:
            args.keep.mkdir(parents=True, exist_ok=True)
            stem = name if isinstance(name, int) else name.stem
            (args.keep / f"{stem}_{abs(hash(what)) % 10000 if what else 0}.c").write_text(
                f"// without {what}\n{family.text(program)}")
    elif args.files and what and answer.verdict == "true" and truth is None:
        print(f"{name} without {what}: true, judge does not know", flush=True)
    return row


def is_wrong(row):
    isUnread = row.what and "status 65" in row.answer.reason  # it does not compile without that
    return row.answer.verdict == "crash" and not isUnread or row.answer.verdict in ("true", "false") and row.truth is True


def examine(args, family, folder, name):
    program = family.program(name)
    rows = [ask(args, family, folder, name, "", program)]
    if args.changes and rows[0].answer.verdict == "true" and rows[0].truth is not True:
        rows += [ask(args, family, folder, name, what, other) for what, other in family.changes(program)]
    return rows


def table(rows):
    for title, mine in (("", [row for row in rows if not row.what]), ("changed", [row for row in rows if row.what])):
        if not mine:
            continue
        count = collections.Counter(row.answer.verdict for row in mine)
        truths = collections.Counter(row.truth for row in mine if row.answer.verdict == "true")
        print(f"{title or 'programs':10} {len(mine):6}: {count['true']} true, {count['unknown']} unknown, "
              f"{len(mine) - count['true'] - count['unknown']} others; of the true ones the judge finds {truths[False]} "
              f"without races, {truths[True]} with races, and does not know {truths[None]}")


def main():
    args = arguments()
    family = Files(args) if args.files else Crowds() if args.crowds else Pairs()
    if args.show:
        program = family.program(args.first)
        return print(f"{family.text(program)}// race: {family.has_race(program)}")
    begin = time.monotonic()
    names = args.files or range(args.first, args.first + args.count)
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        rows = [row for part in pool.map(lambda name: examine(args, family, folder, name), names) for row in part]
    table(rows)
    wrong = sum(is_wrong(row) for row in rows)
    originals = [row for row in rows if not row.what]
    share = 100 * sum(row.answer.verdict == "true" for row in originals) // max(1, len(originals))
    print(f"{len(originals)} programs, {len(rows) - len(originals)} changes, {wrong} disagreements, {share} % proved, "
          f"{time.monotonic() - begin:.0f} s")
    return 1 if wrong or share < args.share else 0


if __name__ == "__main__":
    sys.exit(main())
