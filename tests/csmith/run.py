#!/usr/bin/env python3
"""Random C programs: the interpreter's checksum must be the compiled program's.

  run.py --first 1 --count 1000        all programs from seed 1 to 1000
  run.py --first 42 --keep DIR         one of them, kept with its headers to be looked at

A program that does not end in time natively is skipped. One that the interpreter does not finish in time is counted,
and fails the test only if that happens to more than a tenth."""
import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
NATIVE_TIMEOUT = 1


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(ROOT / "build/assay"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--csmith", default="csmith")
    parser.add_argument("--headers", default="/usr/include/csmith", help="folder of csmith.h")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--count", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=20, help="seconds for the interpreter")
    parser.add_argument("--without-memory", action="store_true", help="run the automaton without memory operations")
    parser.add_argument("--keep", help="folder for the programs that differ, or for all if there is only one")
    parser.add_argument("--table", help="file for a row a program: seed, result, native checksum, seconds")
    return parser.parse_args()


def headers(args, folder):
    """csmith's headers with ours in place of one; a header finds its neighbours here."""
    include = folder / "include"
    include.mkdir()
    for header in pathlib.Path(args.headers).glob("*.h"):
        (include / header.name).symlink_to(header)
    (include / "platform_generic.h").unlink()
    shutil.copy(HERE / "platform_generic.h", include)
    return include


def run_native(args, include, source, binary):
    """The checksum, or None if the program is slow."""
    subprocess.run([args.clang, "-O0", "-w", "-fsigned-char", f"-I{include}", str(source), "-o", str(binary)],
                   check=True)
    try:
        native = subprocess.run([str(binary)], capture_output=True, text=True, timeout=NATIVE_TIMEOUT, check=True)
    except subprocess.TimeoutExpired:
        return None
    return int(native.stdout)


def interpret(args, include, source, checksum):
    """ok, timeout or what went wrong."""
    try:
        run = subprocess.run([args.assay, "run", *(["--without-memory"] if args.without_memory else []), "--property", "unreach-call", "--timeout", str(args.timeout),
                              f"-I{include}", f"-DEXPECTED_CHECKSUM={checksum}u", str(source)],
                             capture_output=True, text=True, timeout=args.timeout + 10)
    except subprocess.TimeoutExpired:
        return "timeout"
    last = (run.stdout.splitlines() or ["no output"])[-1]
    if last == "outcome: exit 0" and run.returncode == 0:
        return "ok"
    if last == "outcome: unknown (timeout)":
        return "timeout"
    return f"status {run.returncode}: " + (run.stdout + run.stderr).strip().replace("\n", " | ")[:300]


def test(args, include, folder, seed):
    """(seed, result, checksum, seconds); result is ok, slow (natively), timeout or what went wrong."""
    own = folder / f"of{seed}"  # csmith writes a file there which another one would read half-written
    own.mkdir()
    source, binary = folder / f"{seed}.c", folder / f"{seed}"
    subprocess.run([args.csmith, "--no-argc", "--seed", str(seed), "-o", str(source)], check=True, cwd=own,
                   stdout=subprocess.DEVNULL)
    checksum = run_native(args, include, source, binary)
    begin = time.monotonic()
    result = "slow" if checksum is None else interpret(args, include, source, checksum)
    seconds = time.monotonic() - begin
    if args.keep and (args.count == 1 or result_is_bad(result)):
        shutil.copy(source, args.keep)
    source.unlink()
    binary.unlink()
    return seed, result, checksum, seconds


def result_is_bad(result):
    return result not in ("ok", "slow", "timeout")


def main():
    args = arguments()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        include = headers(args, folder)
        if args.keep:
            shutil.copytree(include, pathlib.Path(args.keep) / "include", dirs_exist_ok=True)
        seeds = range(args.first, args.first + args.count)
        with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
            rows = list(pool.map(lambda seed: test(args, include, folder, seed), seeds))
    if args.table:
        pathlib.Path(args.table).write_text("".join("\t".join(map(str, row)) + "\n" for row in rows))
    bad = [row for row in rows if result_is_bad(row[1])]
    for seed, result, checksum, _ in bad:
        print(f"seed {seed}: {result} (native checksum {checksum})")
    ok = sorted(row[3] for row in rows if row[1] == "ok")
    late = sum(row[1] == "timeout" for row in rows)
    slow = sum(row[1] == "slow" for row in rows)
    print(f"{len(ok)} equal, {len(bad)} wrong, {late} not finished in time, {slow} skipped (slow natively)")
    if ok:
        print(f"seconds a program: median {ok[len(ok) // 2]:.3f}, largest {ok[-1]:.3f}")
    sys.exit(1 if bad or not ok or late * 10 > len(rows) else 0)


main()
