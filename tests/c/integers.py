#!/usr/bin/env python3
"""Numbers whose bits are those of addresses (integers_no_pointers/*.c): no engine takes an integer for a pointer. The
first lines of each program say what it is about:

  // models: 32 64                     the data models that it is verified for
  // verdict: true                     of unreach-call; or false; `true, if any`: it need not be decided
  // inputs: 5                         what the functions that give inputs return; 1, if the line is missing

The compiled program must do what the verdict says. No engine may contradict it, and the default strategy has to decide
it. As a test, each program goes to the default strategy and to an engine in turns; --every asks all of them, and
tells how many decide each.

  integers.py ASSAY [--every] [--timeout S] [--cc64 CC] [--cc32 CC] [FILE...]"""
import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ENGINES = ["symex", "kiki", "bmc", "k-induction", "ic3ia", "symexia", "bse", "bself", "shapes", "intervals", "zones", "octagons",
           "ratios", "equalities", "congruences", "multiples", "disequalities", "conditions", "polyhedra", "ranges"]
TURNS = 1
REACHED = 42
HARNESS = """#include <stdlib.h>
void reach_error(void) {{ exit({status}); }}
static int calls;
int __VERIFIER_nondet_int(void) {{ return calls++ > 3 ? 0 : {value}; }}
unsigned __VERIFIER_nondet_uint(void) {{ return {value}; }}
"""


class Program:
    def __init__(self, path):
        text = path.read_text()

        def told(word, default=None):
            found = re.search(rf"^// {word}: (.*)$", text, re.M)
            if not found and default is None:
                sys.exit(f"{path}: there is no line '// {word}:'")
            return found[1].strip() if found else default

        self.path, self.models = path, told("models").split()
        self.verdict, *rest = told("verdict").split(",")
        self.may_be_open, self.inputs = bool(rest), told("inputs", "1")
        if self.verdict not in ("true", "false"):
            sys.exit(f"{path}: no such verdict: {self.verdict}")


def native(args, folder, program, model):
    """What is wrong with the compiled program, or None."""
    compiler = args.cc32 if model == "32" else args.cc64
    stem = folder / f"{program.path.stem}-{model}"
    harness = stem.with_suffix(".c")
    harness.write_text(HARNESS.format(status=REACHED, value=program.inputs))
    subprocess.run([*compiler, "-O0", "-w", "-fwrapv", "-o", str(stem), str(program.path), str(harness)], check=True)
    runner = ["qemu-i386"] if model == "32" and compiler[0].startswith("i686") else []
    status = subprocess.run([*runner, str(stem)]).returncode
    return None if status == {"true": 0, "false": REACHED}[program.verdict] else f"the compiled program ends with {status}"


def limit(args, program, engine):
    """Seconds for an answer."""
    return 10 if engine == "auto" and not program.may_be_open else args.timeout


def ask(args, program, model, engine):
    command = [args.assay, "check", "--quiet", "-p", "unreach-call", "--data-model", model, "--engine", engine,
               "--timeout", str(limit(args, program, engine)), "--native-replay", "off", str(program.path)]
    run = subprocess.run(command, capture_output=True, text=True)
    found = re.search(r"^verdict: (true|false|unknown)", run.stdout, re.M)
    return found[1] if found and run.returncode < 3 else f"status {run.returncode}: {run.stdout + run.stderr}"


def examine(args, folder, number, program):
    """Lines about what is wrong, and about who decides."""
    wrong, told = [], []
    for model in program.models:
        what = f"{program.path.name}, {model} bits"
        if bad := native(args, folder, program, model):
            wrong.append(f"{what}: {bad}")
        some = ENGINES if args.every else [ENGINES[(number * TURNS + i) % len(ENGINES)] for i in range(TURNS)]
        answers = {engine: ask(args, program, model, engine) for engine in ["auto", *some]}
        for engine, verdict in answers.items():
            if verdict not in (program.verdict, "unknown"):
                wrong.append(f"{what}, {engine}: {verdict}, though it is {program.verdict}")
        if answers["auto"] == "unknown" and not program.may_be_open:
            wrong.append(f"{what}: not decided")
        told.append(f"{what}: {', '.join(e for e, v in answers.items() if v in ('true', 'false')) or 'nobody'}")
    return wrong, told


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    parser.add_argument("--every", action="store_true", help="ask every engine")
    parser.add_argument("--timeout", type=int, default=1, help="seconds for one engine")
    parser.add_argument("--cc64", default="cc", type=str.split)
    parser.add_argument("--cc32", default="i686-linux-gnu-gcc -static" if shutil.which("i686-linux-gnu-gcc") else "cc -m32", type=str.split)
    args = parser.parse_args()
    programs = [Program(path) for path in args.files or sorted((HERE / "integers_no_pointers").glob("*.c"))]
    with tempfile.TemporaryDirectory() as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        folder = pathlib.Path(name)
        found = list(pool.map(lambda pair: examine(args, folder, *pair), enumerate(programs)))
    if args.every:
        print("\n".join(line for _, told in found for line in told))
    wrong = [line for bad, _ in found for line in bad]
    print("\n".join(wrong + [f"{len(programs)} programs, {len(wrong)} wrong"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
