#!/usr/bin/env python3
"""A program and its copies mean the same, so they get the same verdict, or unknown.

  run.py --first 1 --count 500 --jobs 2 --keep DIR

Programs are those of tests/truth, whose truth is known. Their copies have other names, functions in another order,
loops with an iteration before them or two at a time, `int` in structs, calls written out, branches the other way round
(copies.py). One copy of each program is verified by the default strategy, and by one engine, another one for each seed,
for the other data model where nothing depends on it. None may contradict the truth."""
import collections
import concurrent.futures
import importlib.util
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests/truth"))
import generate  # noqa: E402
import text  # noqa: E402
import truth  # noqa: E402
from copies import COPIES  # noqa: E402

specification = importlib.util.spec_from_file_location("truth_run", ROOT / "tests/truth/run.py")
check = importlib.util.module_from_spec(specification)
specification.loader.exec_module(check)
BATCH = 50


def copy_of(lines, seed):
    """A copy that differs, and how it is made; the copies take turns."""
    for i in range(len(COPIES)):
        make = COPIES[(seed + i) % len(COPIES)]
        copy = make(lines)
        if copy != lines:
            return make.__name__, copy
    return None, lines


def verify(args, folder, program, body, known):
    """Rows (how the copy is made, engine, answer, contradiction)."""
    how, copy = copy_of(text.with_constants(body, known.constants), program.seed)
    if how is None:
        return []
    violated, is_open = known.of(program.property)
    file = folder / f"{program.seed}.c"
    file.write_text(text.standalone(copy))
    rows = []
    for engine, data_model in (("auto", program.data_model), (check.ENGINES[program.seed // 7 % 4], 96 - program.data_model)):
        answer = check.ask(args.assay, file, program.property, engine, data_model, args.timeout)
        wrong = check.contradiction(answer, violated, is_open or program.undetermined and not violated)
        rows.append((how, engine, answer, wrong))
        if wrong:
            note = f"seed {program.seed}, {how} ({program.property}, {data_model} bits, {engine}): {wrong}"
            print(note, flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / file.name).write_text(f"// {note.splitlines()[0]}\n" + file.read_text())
    file.unlink()
    return rows


def examine(args, compilers, folder, seeds):
    programs = [generate.program(seed) for seed in seeds]
    bodies = [list(text.lines(program.items)) for program in programs]
    known = compilers.truths(bodies, f"batch{seeds[0]}")
    return [row for p, b, k in zip(programs, bodies, known) for row in verify(args, folder, p, b, k)]


def main():
    args = check.parser_of(__doc__).parse_args()
    begin = time.monotonic()
    seeds = list(range(args.first, args.first + args.count))
    batches = [seeds[i:i + BATCH] for i in range(0, len(seeds), BATCH)]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        compilers = truth.Compilers(folder, args.gcc, args.clang)
        rows = [row for part in pool.map(lambda batch: examine(args, compilers, folder, batch), batches) for row in part]
    for how in sorted({row[0] for row in rows}):
        count = collections.Counter(row[2].verdict for row in rows if row[0] == how)
        print(f"{how:10} {count['true']:5} true {count['false']:5} false {count['unknown']:5} unknown")
    wrong = sum(bool(row[3]) for row in rows)
    decided = sum(row[2].verdict in ("true", "false") for row in rows)
    print(f"{len(rows) // 2} copies of {len(seeds)} programs, {wrong} disagreements, {time.monotonic() - begin:.0f} s")
    # If nothing is decided, nothing is tested.
    return 1 if wrong or 2 * decided < len(rows) else 0


if __name__ == "__main__":
    sys.exit(main())
