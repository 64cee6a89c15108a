#!/usr/bin/env python3
"""Small random programs: each engine proves what the compiled program computes, and refutes anything else, or says
unknown.

  engines.py --first 1 --count 2000 --keep DIR
  engines.py --first 1 --count 2000 --data-model 32      compiled for i686, and run by qemu where that is no machine of this kind

csmith makes a program, the compiled program prints its checksum. That the checksum is this one has to be proved, that
it is the next number has to be refuted. Some initial values are hidden as inputs that are assumed to be what they are,
so that solvers have something to do. The default strategy and one engine, another one for each seed, are asked for
both. The test fails as well if less than a part of the questions is answered."""
import argparse
import collections
import concurrent.futures
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
ENGINES = ["symex", "kiki", "bmc", "k-induction", "ic3ia", "symexia", "bse", "bself", "shapes", "arrays", "intervals", "zones", "octagons", "equalities",
           "congruences", "multiples", "ratios", "conditions", "disequalities", "polynomials", "polyhedra", "ranges"]
SMALL = ["--no-argc", "--concise", "--no-volatiles", "--max-funcs", "4", "--max-block-depth", "3", "--max-block-size", "4",
         "--max-expr-complexity", "6", "--max-array-dim", "1", "--max-array-len-per-dim", "4", "--max-struct-fields", "4",
         "--max-union-fields", "3"]
KINDS = {"int8_t": "char", "int16_t": "short", "int32_t": "int", "int64_t": "longlong", "uint8_t": "uchar",
         "uint16_t": "ushort", "uint32_t": "uint", "uint64_t": "ulonglong"}
GLOBAL = re.compile(r"^static (u?int\d+_t) (g_\d+) = ", re.M)
VERDICT = re.compile(r"^verdict: (true|false|unknown)(.*)$", re.M)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(ROOT / "build/assay"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--csmith", default="csmith")
    parser.add_argument("--headers", default="/usr/include/csmith", help="folder of csmith.h")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=4, help="seconds for one verdict")
    parser.add_argument("--data-model", type=int, choices=[32, 64], default=64)
    parser.add_argument("--share", type=int, default=50, help="percent that the default strategy has to decide")
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs on which something is wrong")
    return parser.parse_args()


def with_hidden_values(program, seed):
    """The program with some of its globals hidden at the start of main."""
    found = GLOBAL.findall(program)
    hidden = found[seed % 3::3][:3]
    calls = "".join(f"    HIDDEN({name}, {KINDS[kind]});\n" for kind, name in hidden)
    return program.replace("    platform_main_begin();\n", "    platform_main_begin();\n" + calls, 1)


def compiled(args, include, source, binary):
    """The checksum, or None if the program is slow."""
    compiler, runner = [args.clang], []
    if args.data_model == 32 and platform.machine() in ("x86_64", "AMD64"):
        compiler = [args.clang, "-m32"]
    elif args.data_model == 32:
        compiler, runner = ["i686-linux-gnu-gcc", "-static"], ["qemu-i386"]
    subprocess.run([*compiler, "-O0", "-w", "-fsigned-char", *include, str(source), "-o", str(binary)], check=True)
    try:
        run = subprocess.run([*runner, str(binary)], capture_output=True, text=True, timeout=1, check=True)
    except subprocess.TimeoutExpired:
        return None
    return int(run.stdout)


def ask(args, include, source, engine, checksum):
    """true, false, unknown, or a message."""
    command = [args.assay, "check", "--quiet", "--property", "unreach-call", "--timeout", str(args.timeout), "--engine", engine,
               "--data-model", str(args.data_model),
               f"-DEXPECTED_CHECKSUM={checksum}u", *include, str(source)]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=30 + 10 * args.timeout)
    except subprocess.TimeoutExpired:
        return "did not end"
    found = VERDICT.search(run.stdout)
    defect = re.search(r"DEFECT.*", run.stdout + run.stderr)  # what Assay says if its own checks contradict an engine
    if defect:
        return defect[0]
    return found[1] if found and run.returncode < 3 else f"status {run.returncode}: {run.stderr[-300:]}"


def examine(args, folder, include, seed):
    """Rows (seed, engine, wanted, answer), or none if the program is slow."""
    source, binary = folder / f"{seed}.c", folder / f"{seed}"
    own = folder / f"of{seed}"  # csmith writes a file there which another one would read half-written
    own.mkdir()
    subprocess.run([args.csmith, *SMALL, "--seed", str(seed), "-o", str(source)], check=True, cwd=own, stdout=subprocess.DEVNULL)
    source.write_text(with_hidden_values(source.read_text(), seed))
    checksum = compiled(args, include, source, binary)
    rows = []
    if checksum is not None:
        other = (checksum + 1) % (1 << 32)
        for engine in ["auto", ENGINES[seed % len(ENGINES)]]:
            rows += [(seed, engine, wanted, ask(args, include, source, engine, c)) for c, wanted in ((checksum, "true"), (other, "false"))]
    for row in rows:
        if row[3] not in (row[2], "unknown"):
            print(f"seed {row[0]}, {row[1]}: {row[3]}, not {row[2]} (checksum {checksum})", flush=True)
            if args.keep:
                args.keep.mkdir(parents=True, exist_ok=True)
                (args.keep / source.name).write_text(source.read_text())
    source.unlink()
    binary.unlink()
    return rows


def main():
    args = arguments()
    begin = time.monotonic()
    include = [f"-I{HERE / 'engines'}", f"-I{args.headers}"]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        seeds = range(args.first, args.first + args.count)
        parts = list(pool.map(lambda seed: examine(args, pathlib.Path(name), include, seed), seeds))
    rows = [row for part in parts for row in part]
    for engine in ["auto", *(e for e in ENGINES if any(row[1] == e for row in rows))]:
        count = collections.Counter(row[3] for row in rows if row[1] == engine)
        print(f"{engine:12} {count['true']:5} true {count['false']:5} false {count['unknown']:5} unknown")
    wrong = sum(row[3] not in (row[2], "unknown") for row in rows)
    asked = [row for row in rows if row[1] == "auto"]
    decided = sum(row[3] in ("true", "false") for row in asked)
    print(f"{len(asked)} assertions, {wrong} disagreements, {100 * decided // max(1, len(asked))} % decided by the default strategy, "
          f"{sum(not part for part in parts)} programs left out (slow natively), {time.monotonic() - begin:.0f} s")
    return 1 if wrong or not asked or 100 * decided < args.share * len(asked) else 0


if __name__ == "__main__":
    sys.exit(main())
