#!/usr/bin/env python3
"""Would the tests notice a defect? A build with planted ones (src/util/planted.h), of which one is active at a time, is
judged by the tests that make programs, until one of them notices it.

  run.py                            builds it in build-planted, and judges all defects and the build without one
  run.py ForgottenTarget LostCarry  these defects only; `none`: the build without one
  run.py --assay BUILD/assay        a build that is there

A defect has to be noticed within the number of programs that its row in DEFECTS says, by the judges named there, which
take turns. It is noticed if an answer contradicts what is known of a program, or if an engine's own checks contradict
it: a proof that the second solver refutes, a counterexample that the interpreter does not follow, a failed assertion of
Assay. Without a defect nothing may be noticed. It takes a few minutes, so it is no part of the test suite."""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
# Commands, each with the number of programs that it looks at in a turn.
JUDGES = {
    "truth": (["truth/run.py", "--share", "0", "--timeout", "2"], 25),
    "formulas": (["truth/run.py", "--share", "0", "--timeout", "2", "--engines", "kiki,bmc,k-induction,intervals,ic3ia", "--options=--native-replay off"], 50),
    "numbers-32": (["truth/run.py", "--share", "0", "--numbers", "--data-model", "32"], 50),
    "numbers-64": (["truth/run.py", "--share", "0", "--numbers", "--data-model", "64"], 50),
    "csmith": (["csmith/engines.py", "--share", "0", "--timeout", "2"], 5),
    "csmith-32": (["csmith/engines.py", "--share", "0", "--timeout", "2", "--data-model", "32"], 5),
    "termination": (["termination/run.py", "--share", "0", "--timeout", "2"], 30),
}
# The judges that a defect has to be noticed by, and within how many programs of all of them together.
DEFECTS = {
    "ForgottenTarget": (["formulas"], 300),
    "ForgottenStride": (["formulas"], 600),
    "ForgottenWrite": (["formulas", "numbers-64"], 300),
    "KeptCandidate": (["numbers-64"], 200),
    "ForgottenChoice": (["formulas"], 400),
    "SlicedBranch": (["truth"], 100),
    "UnusedGuard": (["truth"], 100),
    "ForwardCondition": (["numbers-64", "truth"], 100),
    "SignlessComparison": (["truth"], 100),
    "LostCarry": (["numbers-32", "numbers-64"], 200),
}
# What no judge has noticed yet within 200 programs: gaps in the tests. They are judged only where they are named, and
# not noticing them is no failure. Whoever makes a judge notice one moves its row up.
MISSED = {
    "LongMove": (["numbers-32", "formulas"], 400),
    "OnceInLoop": (["formulas", "termination"], 400),
    "StaleCounter": (["formulas"], 400),
}
CLEAN = 150  # programs of each judge without a defect
COUNT = re.compile(r"(\d+) disagreements")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", type=pathlib.Path, help="a build with the CMake option ASSAY_PLANT")
    parser.add_argument("--first", type=int, default=1, help="first seed")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="folder for the programs by which defects were noticed")
    parser.add_argument("defects", nargs="*", metavar="DEFECT", help=", ".join([*DEFECTS, *MISSED, "none"]))
    args = parser.parse_args()
    unknown = set(args.defects) - set(DEFECTS) - set(MISSED) - {"none"}
    if unknown:
        parser.error(f"no such defect: {', '.join(sorted(unknown))}")
    args.defects = args.defects or [*DEFECTS, "none"]
    return args


def build(jobs):
    folder = ROOT / "build-planted"
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", "-DASSAY_BATCHES=ON", "-DASSAY_PLANT=ON"]
    subprocess.run(["cmake", "-S", ROOT, "-B", folder, *options], check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", folder, "--target", "assay", "-j", str(jobs)], check=True, stdout=subprocess.DEVNULL)
    return folder / "assay"


def judge(args, defect, name, first):
    """What a judge notices in a turn: its lines, or none."""
    command, count = JUDGES[name]
    environment = {k: v for k, v in os.environ.items() if k != "ASSAY_PLANT"}
    if defect != "none":
        environment["ASSAY_PLANT"] = defect
    keep = ["--keep", args.keep / defect] if args.keep else []
    run = subprocess.run([sys.executable, TESTS / command[0], *command[1:], "--assay", args.assay, "--first", str(first), "--count", str(count),
                          "--jobs", str(args.jobs), *keep], env=environment, capture_output=True, text=True)
    found = COUNT.search(run.stdout)
    if not found:
        sys.exit(f"{name} does not end as it should: {(run.stdout + run.stderr)[-2000:]}")
    return [line for line in run.stdout.splitlines() if line.startswith("seed ")] if int(found[1]) else []


def noticed(args, defect, name, first):
    """What a judge notices of this defect: not what it says of the build without one as well."""
    lines = judge(args, defect, name, first)
    if not lines or defect == "none":
        return lines
    others = {line.split(":")[0] for line in judge(args, "none", name, first)}
    return [line for line in lines if line.split(":")[0] not in others]


def examine(args, defect):
    """Whether all is as it should be; prints a row."""
    begin = time.monotonic()
    names, limit = (DEFECTS | MISSED).get(defect, (list(JUDGES), CLEAN * len(JUDGES)))
    looked, seen, turn = 0, [], 0
    while looked < limit and not seen:
        name = names[turn % len(names)]
        count = JUDGES[name][1]
        seen = noticed(args, defect, name, args.first + turn // len(names) * count)
        looked += count
        turn += 1
    what = f"noticed by {name} within {looked} programs" if seen else f"not noticed by {looked} programs"
    is_right = defect in MISSED or bool(seen) == (defect != "none")
    print(f"{defect:20} {what}, {time.monotonic() - begin:.0f} s{'' if is_right else '  WRONG'}", flush=True)
    if seen:
        print(f"{'':20} {seen[0][:160]}", flush=True)
    return is_right


def main():
    args = arguments()
    args.assay = args.assay or build(args.jobs)
    results = [examine(args, defect) for defect in args.defects]
    print(f"{len(results)} builds judged, {results.count(False)} wrongly")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
