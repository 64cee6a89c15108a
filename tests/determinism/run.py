#!/usr/bin/env python3
"""The same program gives the same terms, queries and proof in every run. Runs each program twice, with one engine at a
time, and compares what is printed, the counters of --stats that are no times, and the scripts of all solvers, byte by
byte but for the times in their comments. Addresses are to differ between the runs; where the system does not randomise
them, this is said.

  run.py --assay ASSAY [--against OTHER] [--prefix "EMULATOR ARGUMENTS"] [--jobs N] [--only TEXT] [--keep DIR] [--verbose]

--against compares with another build instead of a second run, --prefix says what runs it: a build for another machine
under an emulator."""
import argparse
import concurrent.futures
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Programs of tests/c and examples that are settled soon: engines, file, arguments.
RUNS = [
    ("kiki symex", "examples/average.c", ""),
    ("kiki", "examples/bucket.c", ""),
    ("kiki symex", "examples/date.c", ""),
    ("kiki symex", "examples/list.c", ""),
    ("kiki symex", "examples/search.c", ""),
    ("kiki k-induction", "examples/sum.c", ""),
    ("symex", "examples/tokens.c", ""),
    ("kiki symex", "examples/triangle.c", ""),
    ("kiki", "examples/trim.c", ""),
    ("kiki", "tests/c/kiki_abort_leak.c", "--property valid-memtrack"),
    ("kiki", "tests/c/kiki_any_order.c", "--property assert -D STEP=mean"),
    ("kiki", "tests/c/kiki_arrays.c", "--property unreach-call"),
    ("bmc", "tests/c/kiki_arrays.c", "--property unreach-call -D WRONG"),
    ("kiki", "tests/c/kiki_cells.c", "--property unreach-call"),
    ("kiki conditions", "tests/c/kiki_conditions.c", "--property unreach-call"),
    ("kiki zones", "tests/c/kiki_counters.c", "--property no-overflow"),
    ("kiki equalities", "tests/c/kiki_domains.c", "--property assert -D EQUATION"),
    ("congruences", "tests/c/kiki_domains.c", "--property assert -D REMAINDER"),
    ("disequalities", "tests/c/kiki_domains.c", "--property assert -D MACHINE"),
    ("kiki", "tests/c/kiki_doubling.c", "--property assert -D TYPE=unsigned"),
    ("kiki intervals", "tests/c/kiki_id_build.c", "--property assert"),
    ("kiki", "tests/c/kiki_matrix.c", "--property valid-deref"),
    ("octagons kiki", "tests/c/kiki_requests.c", "--property no-overflow"),
    ("symex", "tests/c/lost_at_exit.c", "--property valid-memtrack"),
    ("kiki", "tests/c/recursion_proofs.c", "--property unreach-call"),
    ("symex", "tests/c/symex_endless.c", "--property unreach-call -D WRONG"),
]
TIMEOUT = 60
TIME = re.compile(rb" in \d+ us$", re.M)
SECONDS = re.compile(rb"\b\d+\.\d+ s\b")


def observe(command, case, folder):
    """What a run shows: a list of (what, bytes). What comes after the verdict, in the time that it took, is left out by
    --quiet: checks that are vacuous."""
    engine, file, arguments = case
    queries = folder / "queries"
    done = subprocess.run([*command, "check", "--engine", engine, "--quiet", "--verbose", "--stats", "--native-replay",
                           "off", "--log-queries", str(queries), *arguments.split(), file],
                          cwd=ROOT, capture_output=True, timeout=TIMEOUT)
    if b"verdict: " not in done.stdout:
        raise RuntimeError(f"status {done.returncode}: {done.stderr.decode(errors='replace')[-500:]}")
    lines = [SECONDS.sub(b"T", line) for line in done.stderr.splitlines()
             if not re.search(rb"(\d s| (ns|ms) +\d+)$", line)]
    seen = [("status", str(done.returncode).encode()), ("verdict", done.stdout),
            ("progress and counters", b"\n".join(lines))]
    scripts = sorted(queries.glob("*.smt2"), key=lambda path: int(path.stem)) if queries.exists() else []
    seen.append(("number of solvers", str(len(scripts)).encode()))
    seen += [(f"queries {path.stem}", TIME.sub(b"", path.read_bytes())) for path in scripts]
    return seen


def difference(first, second):
    for (what, a), (_, b) in zip(first, second):
        if a == b:
            continue
        a, b = a.splitlines(), b.splitlines()
        at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
        show = lambda lines: lines[at][:200].decode(errors="replace") if at < len(lines) else "(end)"
        return f"{what}, line {at + 1}:\n    {show(a)}\n    {show(b)}"
    return None if len(first) == len(second) else "the number of scripts"


def compare(first, second, case, folder, keep):
    """What differs, if anything does, and the number of queries."""
    name = " ".join(case).strip()
    folder.mkdir(parents=True)
    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:  # at once, so that they disturb each other
            runs = [pool.submit(observe, command, case, folder / which)
                    for command, which in ((first, "first"), (second, "second"))]
            seen = [run.result() for run in runs]
    except (RuntimeError, subprocess.TimeoutExpired) as error:
        return f"{name}: {error}", 0
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    what = difference(*seen)
    return (f"{name}: {what}" if what else None), sum(text.count(b"(check-sat") for _, text in seen[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--against")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", help="where the scripts stay")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    first = [os.path.abspath(options.assay)]
    second = [*shlex.split(options.prefix), os.path.abspath(options.against)] if options.against else first
    randomised = pathlib.Path("/proc/sys/kernel/randomize_va_space")
    if not randomised.exists() or randomised.read_text().strip() == "0":
        print("note: this system does not randomise addresses")
    folder = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="assay-determinism-"))
    cases = [(engine, file, arguments) for engines, file, arguments in RUNS for engine in engines.split()
             if options.only in f"{engine} {file}"]
    try:
        with concurrent.futures.ThreadPoolExecutor(max(1, options.jobs // 2)) as pool:
            results = list(pool.map(lambda i: compare(first, second, cases[i], folder / str(i), options.keep),
                                    range(len(cases))))
    finally:
        if not options.keep:
            shutil.rmtree(folder, ignore_errors=True)
    for case, (problem, queries) in zip(cases, results):
        if problem or options.verbose:
            print(problem or f"{' '.join(case).strip()}: {queries} queries, the same")
    bad = sum(problem is not None for problem, _ in results)
    print(f"{len(cases)} runs of {len(set(file for _, file, _ in cases))} programs, {sum(q for _, q in results)} queries: "
          f"{bad} differ")
    return 1 if bad else 0


sys.exit(main())
