#!/usr/bin/env python3
"""Random programs with loops, explored natively over all inputs: no engine may contradict whether they end.

  run.py --first 1 --count 1000 --jobs 2 --keep disagreements       many programs, for as long as one likes
  run.py --first 42 --show                                          one of them, with its truth
  run.py --count 300 --truth                                        how many end; nothing is verified

A disagreement is a *true* where an execution is endless (arithmetic wraps around for that), or a *false* where all
executions end, or where all endless ones have a signed overflow. So is a crash. The test fails as well if too few
programs are decided, or if the programs are too much alike: at least a fifth has to end, and a fifth not. `--assay
always-true` and `always-false` are no verifiers: they show that the test can fail."""
import collections
import concurrent.futures
import importlib.util
import pathlib
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
TRUTH = HERE.parent / "truth"
sys.path[:0] = [str(HERE), str(TRUTH)]
import exploration  # noqa: E402
import programs  # noqa: E402
import text  # noqa: E402


def module(name, path):
    specification = importlib.util.spec_from_file_location(name, path)
    result = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(result)
    return result


check = module("truth_run", TRUTH / "run.py")
BATCH = 30
FAKES = {"always-true": "true", "always-false": "false"}


def arguments():
    parser = check.parser_of(__doc__)
    parser.add_argument("--engines", default="termination,nontermination", help="engines that take turns beside the default strategy")
    parser.add_argument("--share", type=int, default=60, help="percent that the default strategy has to decide")
    parser.add_argument("--show", action="store_true", help="print the first program and its truth, and verify nothing")
    parser.add_argument("--only", help="verify programs with this truth only, e.g. endless,overflow")
    parser.add_argument("--truth", action="store_true", help="explore only")
    return parser.parse_args()


def ask(args, file, engine):
    if args.assay in FAKES:
        return check.Answer(FAKES[args.assay])
    return check.ask(args.assay, file, "termination", engine, 64, args.timeout, ["--native-replay", "off"])


def verify(args, folder, seed, body, known):
    """Rows (seed, engine, truth, answer, contradiction)."""
    file, rows = folder / f"{seed}.c", []
    file.write_text(exploration.standalone(body))
    engines = [e for e in args.engines.split(",") if e]
    for engine in ["auto"] + ([engines[seed % len(engines)]] if engines else []):
        answer = ask(args, file, engine)
        wrong = str(answer) if answer.verdict == "crash" else known.contradiction(answer.verdict)
        rows.append((seed, engine, known, answer, wrong))
        if wrong:
            note = f"seed {seed}, {engine}: {wrong}"
            print(note, flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / file.name).write_text(f"// {note.splitlines()[0]}\n" + file.read_text())
    file.unlink()
    return rows


def examine(args, compilers, folder, seeds):
    """The rows of a batch of programs."""
    bodies = [list(text.lines(programs.program(seed))) for seed in seeds]
    known = compilers.truths(bodies, f"batch{seeds[0]}")
    if args.truth:
        return [(seed, "auto", k, check.Answer("unknown"), None) for seed, k in zip(seeds, known)]
    wanted = [row for row in zip(seeds, bodies, known) if not args.only or row[2].verdict in args.only.split(",")]
    return [row for seed, body, k in wanted for row in verify(args, folder, seed, body, k)]


def table(rows):
    """Counts, by truth."""
    for engine in ["auto", *sorted({row[1] for row in rows} - {"auto"})]:
        mine = [row for row in rows if row[1] == engine]
        print(f"{engine:16} {'programs':>9} {'true':>6} {'false':>6} {'unknown':>8}")
        for verdict in ["ends", "endless", "overflow", "overflow-limit", "limit"]:
            some = [row[3].verdict for row in mine if row[2].verdict == verdict]
            count = collections.Counter(some)
            print(f"  {verdict:14} {len(some):9} {count['true']:6} {count['false']:6} {count['unknown']:8}")


def show(args):
    body = list(text.lines(programs.program(args.first)))
    with tempfile.TemporaryDirectory() as folder:
        known = exploration.Compilers(folder, args.gcc, args.clang).truths([body])[0]
    print(exploration.standalone(body) + f"// {known}")


def main():
    args = arguments()
    if args.show:
        return show(args)
    begin = time.monotonic()
    seeds = list(range(args.first, args.first + args.count))
    batches = [seeds[i:i + BATCH] for i in range(0, len(seeds), BATCH)]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        folder = pathlib.Path(name)
        compilers = exploration.Compilers(folder, args.gcc, args.clang)
        rows = [row for part in pool.map(lambda batch: examine(args, compilers, folder, batch), batches) for row in part]
    table(rows)
    wrong = sum(bool(row[4]) for row in rows)
    mine = [row for row in rows if row[1] == "auto"]
    decided = sum(row[3].verdict in ("true", "false") for row in mine)
    counts = collections.Counter(row[2].verdict for row in mine)
    alike = not args.only and any(counts[verdict] * 5 < len(mine) for verdict in ("ends", "endless"))
    print(f"{len(mine)} programs, {wrong} disagreements, {100 * decided // max(1, len(mine))} % decided by the default strategy, "
          f"{time.monotonic() - begin:.0f} s" + (", too much alike" if alike else ""))
    return 1 if wrong or alike or not args.truth and 100 * decided < args.share * len(mine) else 0


if __name__ == "__main__":
    sys.exit(main())
