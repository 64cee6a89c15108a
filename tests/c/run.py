#!/usr/bin/env python3
"""Runs the C programs beside this file. The first lines of each say how, and what must come out:

  // run: ARGUMENTS             `assay run ARGUMENTS FILE`; `// program:` and `// check:` are the other commands
  // expect: OUTCOME            of the line above; required
  // native: yes                the compiled program must end with the same status on the same inputs
  // native: no (REASON)        why that cannot be; one of the two is required
  // with: parts/OTHER.c        further files of the program
  // right: ENGINE...           each of these proves memsafety, memcleanup and unreach-call
  // truth: PROPERTY true|false ARGUMENTS     `assay check -p PROPERTY ARGUMENTS FILE` does not say the opposite
  // wrong: NAME PROPERTY...    with -DNAME, each of these properties is false by the default strategy, and not true by
                                shapes

A command that asks for an engine which this build lacks, though the reference names it, is left out.

OUTCOME of run: `exit N`, `abort`, `blocked`, `error(PROPERTY)`, `unsupported`, `undefined`, `out of inputs`, each
perhaps followed by ` at line N` and by `: TEXT`, which the output must contain. OUTCOME of the other commands:
`status N`, perhaps followed by `: TEXT`; `no: TEXT` asks that the output does not contain it. `exit 0 or blocked` fits
runs on random inputs, some of which the environment does not give.

  run.py ASSAY CLANG [FILE-OR-FOLDER...]"""
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
DIRECTIVE = re.compile(r"^// (run|program|check|expect|native|with|right|wrong|truth):\s*(.*)$")
OUTCOME = re.compile(r"^(exit 0 or blocked|exit \d+|status \d+|abort|blocked|error\([\w-]+\)|unsupported|undefined|out of inputs|no)"
                     r"(?: at line (\d+))?(?:: (.*))?$")
# The last line of `assay run` for each kind of outcome that is no verdict, and the status of each.
UNKNOWN = {"unsupported": "unknown (unsupported)", "undefined": "unknown (undefined behaviour)",
           "out of inputs": "unknown (out of inputs)"}
TIMEOUT = 20


def versions(word, rest):
    """The runs that `// right:` and `// wrong:` stand for."""
    limit = ["--timeout", str(TIMEOUT)]
    if word == "right":
        properties = ["-p", "memsafety", "-p", "memcleanup", "-p", "unreach-call"]
        return [("check", ["--engine", engine, *properties, *limit], [("status 0", None, "verdict: true")]) for engine in rest.split()]
    name, *properties = rest.split()
    runs = []
    for prop in properties:
        question = ["-p", prop, "-D" + name, *limit]
        # Some depend on addresses, which the compiled program settles.
        runs.append(("check", ["--native-replay", "on", *question], [("status 1", None, f"verdict: false({prop})")]))
        runs.append(("check", ["--engine", "shapes", *question], [("status 2", None, "verdict: unknown")]))
    return runs


class Bad(Exception):
    pass


def read(path):
    """The runs [(command, arguments, [expectations])], whether to run natively, further files."""
    runs, native, parts = [], None, []
    for line in path.read_text().splitlines():
        if not line.startswith("//"):
            break
        match = DIRECTIVE.match(line)
        if not match:
            continue
        word, rest = match.groups()
        if word == "native":
            if rest != "yes" and not re.fullmatch(r"no \(.+\)", rest):
                raise Bad("`// native:` is yes, or no with a reason in parentheses")
            native = rest == "yes"
        elif word == "truth":
            prop, truth, *arguments = shlex.split(rest)
            opposite = {"true": "verdict: false", "false": "verdict: true"}[truth]
            runs.append(("check", ["-p", prop, *arguments, "--timeout", str(TIMEOUT // 2)], [("no", None, opposite)]))
        elif word in ("right", "wrong"):
            runs += versions(word, rest)
            native = False
        elif word == "with":
            parts.append(str(HERE / rest))
        elif word == "expect":
            outcome = OUTCOME.match(rest)
            if not runs or not outcome:
                raise Bad(f"not understood: {line}")
            runs[-1][2].append(outcome.groups())
        else:
            runs.append((word, shlex.split(rest), []))
    if not runs or not all(expectations for _, _, expectations in runs):
        raise Bad("a command without `// expect:`")
    if native is None:
        raise Bad("no `// native:` line")
    return runs, native, parts


def compare(command, expectation, status, output):
    """None, or what is wrong."""
    kind, line, text = expectation
    if kind == "no":
        return f"the output contains '{text}'" if text in output else None
    if text and text not in output:
        return f"the output lacks '{text}'"
    if command != "run":
        return None if status == int(kind.split()[1]) else f"status {status}"
    last = output.splitlines()[-1] if output else ""
    allowed = kind.split(" or ") if "or blocked" in kind else [UNKNOWN.get(kind, kind)]
    if last.removeprefix("outcome: ") not in allowed:
        return f"'{last}'"
    if status != (1 if kind.startswith("error") else 2 if kind in UNKNOWN else 0):
        return f"status {status}"
    if line and not re.search(rf":{line}:\d+: (error|warning|note): ", output):
        return f"not at line {line}"
    return None


def run_natively(clang, path, parts, arguments, expectation):
    """None, or how the compiled program differs."""
    kind = expectation[0]
    if not (kind.startswith("exit") or kind == "abort") or {"32", "ILP32"} & set(arguments):
        return None
    flags = [a for a in arguments if a.startswith(("-D", "-I", "-std"))]
    inputs = arguments[arguments.index("--inputs") + 1] if "--inputs" in arguments else ""
    with tempfile.TemporaryDirectory() as folder:
        binary = folder + "/program"
        subprocess.run([clang, "-w", "-fsigned-char", "-fwrapv", "-ffp-contract=off", "-std=gnu11", *flags, str(path),
                        *parts, str(HERE / "parts/native_runtime.c"), "-o", binary, "-lm"], check=True)
        run = subprocess.run([binary], env={"INPUTS": inputs}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             timeout=TIMEOUT)
    wanted = -6 if kind == "abort" else int(kind.split()[1])
    return None if run.returncode == wanted else f"native status {run.returncode}"


def missing_engines(assay):
    """Engines of which the reference tells, and which are an option of the build."""
    usage = subprocess.run([assay, "check", "--help"], capture_output=True, text=True, check=True).stdout
    table = (HERE.parents[1] / "docs/reference.md").read_text().split("## Engines")[1].split("##")[0]
    named = [name for row in table.splitlines() if row.startswith("|") for name in re.findall(r"`([\w-]+)`", row.split("|")[1])]
    return {name for name in named if not re.search(rf"[|=]{name}\b", usage)}


def test(assay, clang, path, missing):
    """The problems with one file."""
    problems = []
    try:
        runs, native, parts = read(path)
        for command, arguments, expectations in runs:
            # To see what the compiled program does takes a second each time, more where it does not end: this is done only
            # with `--native-replay on`.
            quick = ["--native-replay", "off"] if command == "check" and "--native-replay" not in arguments else []
            line = [assay, command, *quick, *arguments, str(path), *parts]
            if "--engine" in arguments and arguments[arguments.index("--engine") + 1] in missing:
                continue
            # A file may ask for more.
            limit = max([TIMEOUT, *(int(b) + 5 for a, b in zip(arguments, arguments[1:]) if a == "--timeout")])
            try:
                done = subprocess.run(line, capture_output=True, text=True, timeout=limit, cwd=HERE)
            except subprocess.TimeoutExpired:
                problems.append(f"{path.name}: no end after {limit} s: {shlex.join(line)}")
                continue
            output = done.stdout + ("" if command == "run" and done.returncode < 3 else done.stderr)
            for expectation in expectations:
                wrong = compare(command, expectation, done.returncode, output)
                if wrong:
                    wanted = " ".join(word for word in expectation if word)
                    problems.append(f"{path.name}: {wrong}, not '{wanted}': {shlex.join(line)}\n"
                                    + "\n".join("    " + row for row in (done.stdout + done.stderr).splitlines()[-6:]))
                different = native and command == "run" and run_natively(clang, path, parts, arguments, expectation)
                if different:
                    problems.append(f"{path.name}: {different}")
    except (Bad, subprocess.SubprocessError) as error:
        problems.append(f"{path.name}: {error}")
    return problems


def main():
    assay, clang = sys.argv[1:3]
    given = [pathlib.Path(f).resolve() for f in sys.argv[3:]] or [HERE]
    files = [f for path in given for f in (sorted(path.glob("*.c")) + sorted(path.glob("*.assay")) if path.is_dir() else [path])]
    # Those with the most to do come first, so that none of them is left alone at the end.
    files.sort(key=lambda path: -path.read_text(errors="replace").count("// check:"))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        missing = missing_engines(assay)
        results = list(pool.map(lambda path: test(assay, clang, path, missing), files))
    for problem in (p for problems in results for p in problems):
        print(problem)
    bad = sum(1 for problems in results if problems)
    print(f"{len(files) - bad} of {len(files)} programs as expected")
    sys.exit(1 if bad or not files else 0)


if __name__ == "__main__":
    main()
