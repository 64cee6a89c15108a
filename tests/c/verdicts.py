#!/usr/bin/env python3
"""The questions about every program beside this file go to the default strategy and to the engines, in turns;
none may contradict what its first lines say of it (run.py).

What `// run:` gives is known of one execution, so the program is verified with exactly its inputs: the functions that
give inputs are written into a file of their own. It must not be *false* if the run ends, and must be *false* with the
same property, if anything but unknown, if the run reaches an error; where the run meets something unsupported, it must
be unknown. With random inputs (`--seed`) all inputs are meant. CHECK (check.h) is a check then: it calls reach_error.
What `// check:` wants of one engine, the others must not contradict. And what they do not tell, a line of its own does:

  // verdict: true ARGUMENTS           of all executions, with these arguments of `assay check`; or false(PROPERTY)
  // verdict: unknown (REASON)         no engine decides anything about this program here, and why

A program that may be decided, is not by any engine, and does not say so is a failure: it tests nothing.

  verdicts.py ASSAY [--every] [FILE...]"""
import collections
import concurrent.futures
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The questions of a program go to the default strategy, to an engine of the first row and to one of the second row, in turns. With
# --every, each question goes to all three.
ENGINES = ["auto"]
TURNS = [["symex", "kiki"], ["bmc", "k-induction", "ic3ia", "symexia", "bse", "bself", "shapes", "arrays", "sketch"]]
DIRECTIVE = re.compile(r"^// (run|program|check|expect|verdict|with):\s*(.*)$")
OUTCOME = re.compile(r"^(exit 0 or blocked|exit \d+|status \d+|abort|blocked|error\([\w-]+\)|unsupported|undefined)(?: at line \d+)?(?:: (.*))?$")
VERDICT = re.compile(r"^verdict: (true|false\([\w-]+\)|unknown)", re.M)
# Options of `run` and `check` that are no part of the question, and how many words they take.
DROPPED = {"--engine": 2, "-e": 2, "--inputs": 2, "--seed": 2, "--timeout": 2, "-t": 2, "--native-replay": 2, "--pointers": 2, "--search": 2}
# Options whose meaning is another one: such a line is no question.
OTHER = {"--target", "--targets", "--dead-code", "--json", "--witness", "--harness", "--stats", "--memory", "--invariants", "--max-states", "--prune", "--steps",
         "--certify", "--loop-paths", "--without-memory"}
TYPES = {"bool": "_Bool", "char": "char", "schar": "signed char", "uchar": "unsigned char", "short": "short", "ushort": "unsigned short",
         "int": "int", "uint": "unsigned", "long": "long", "ulong": "unsigned long", "longlong": "long long",
         "ulonglong": "unsigned long long", "float": "float", "double": "double", "size_t": "__SIZE_TYPE__", "unsigned": "unsigned"}
TIMEOUT = 1
EVERY = "--every" in sys.argv


class Question:
    """A program with arguments and perhaps inputs, and the verdict that is right: one that is not unknown, or none."""

    def __init__(self, path, parts, arguments, inputs, right):
        self.path, self.parts, self.arguments, self.inputs, self.right = path, parts, arguments, inputs, right

    def engines(self, place):
        """The engines that get this question, the one at this place among those about its program."""
        # Whether executions end: two engines answer, each one way, and the default strategy asks both.
        if "termination" in self.arguments:
            return ["auto"]
        turn = sum(map(ord, self.path.name)) + place
        some = [row[turn // (1 if EVERY else 3) % len(row)] for row in TURNS]
        return [*ENGINES, *some] if EVERY else [[*ENGINES, *some][turn % 3]]

    def key(self):
        return self.path, tuple(self.arguments), self.inputs

    def __str__(self):
        return f"{self.path.name} {shlex.join(self.arguments)}" + (f" (inputs {self.inputs})" if self.inputs else "")


def without_options(words):
    kept, i = [], 0
    while i < len(words):
        count = DROPPED.get(words[i], 0)
        if not count:
            kept.append(words[i])
        i += count or 1
    return kept


def right_verdict(command, outcome):
    """The verdict that an expectation makes right, None for unknown, or "" if it does not tell."""
    kind, rest = outcome
    if command == "check":
        found = VERDICT.search(rest or "")
        return {"status 0": "true", "status 1": found[1] if found else ""}.get(kind, "")
    if kind.startswith("error"):
        return kind.replace("error", "false")
    return {"unsupported": None, "undefined": ""}.get(kind, "true")


def read(path):
    """The questions about a file, and whether it says that nothing can be decided about it."""
    questions, command, parts, undecided = {}, None, [], False
    for line in path.read_text().splitlines():
        match = DIRECTIVE.match(line)
        if not line.startswith("//"):
            break
        if not match:
            continue
        word, rest = match.groups()
        arguments, inputs, right = [], "", ""
        if word == "with":
            parts.append(str(HERE / rest))
        elif word in ("run", "check"):
            command = word, shlex.split(rest)
        elif word == "program":
            command = None
        elif word == "verdict":
            undecided |= rest.startswith("unknown")
            right, *arguments = shlex.split(rest)
            right = "" if right == "unknown" else right
        elif command and (outcome := OUTCOME.match(rest)):
            right = right_verdict(command[0], outcome.groups())
            words = command[1]
            if not OTHER & set(words):
                inputs = words[words.index("--inputs") + 1] if "--inputs" in words else ""
                arguments = without_options(words) + (["-DVERIFIED"] if command[0] == "run" and outcome[1].startswith("exit 0") else [])
            else:
                right = ""
        if right != "":
            question = Question(path, parts, arguments, inputs, right)
            questions[question.key()] = question
    return list(questions.values()), undecided


def input_functions(inputs):
    """A file that gives these inputs, whatever their type."""
    values = inputs.split(",")
    count = len(values)
    lines = ["void __VERIFIER_assume(int);", "static int next;",
             f"static const double floats[{count}] = {{{inputs}}};",
             f"static const long long integers[{count}] = {{{', '.join('0' if re.search(r'[.e]', v) else v for v in values)}}};"]
    for name, kind in TYPES.items():
        table = "floats" if name in ("float", "double") else "integers"
        lines.append(f"{kind} __VERIFIER_nondet_{name}(void) {{ __VERIFIER_assume(next < {count}); return ({kind}){table}[next++]; }}")
    return "\n".join(lines) + "\n"


def ask(assay, question, engine, folder, timeout=TIMEOUT):
    """A verdict, or what went wrong."""
    files = [str(question.path), *question.parts]
    if question.inputs:
        files.append(str(folder / f"{question.path.stem}.inputs{question.inputs}.c"))
        pathlib.Path(files[-1]).write_text(input_functions(question.inputs))
    command = [assay, "check", "--quiet", "--native-replay", "off", "--timeout", str(timeout), "--engine", engine,
               *question.arguments, *files]
    try:
        run = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=HERE)
    except subprocess.TimeoutExpired:
        return "no end"
    found = VERDICT.search(run.stdout)
    return found[1] if found and run.returncode < 3 else f"status {run.returncode}: {(run.stderr + run.stdout)[-300:]}"


def test(assay, path, folder):
    """(problems, answers) of one file."""
    questions, undecided = read(path)
    problems, answers = [], collections.Counter()
    for place, question in enumerate(questions):
        for engine in question.engines(place):
            answer = ask(assay, question, engine, folder)
            answers[engine, answer if answer in ("true", "unknown") else "false" if answer.startswith("false(") else "wrong"] += 1
            if answer not in ("unknown", question.right):
                problems.append(f"{question}, {engine}: {answer}, not {question.right or 'unknown'}")
    decided = sum(count for (_, verdict), count in answers.items() if verdict in ("true", "false"))
    # On a slow machine: one more try.
    if not decided and not undecided:
        decided = any(question.right and ask(assay, question, "auto", folder, 20) == question.right for question in questions)
    if not decided and not undecided and all(question.right for question in questions):
        problems.append(f"{path.name}: no engine decides anything" if questions else f"{path.name}: its lines tell no verdict")
    if decided and undecided:
        problems.append(f"{path.name}: something is decided, though it says that nothing can be")
    return problems, answers


def main():
    assay = os.path.abspath(sys.argv[1])
    files = [pathlib.Path(f).resolve() for f in sys.argv[2:] if f != "--every"] or sorted(HERE.glob("*.c"))
    # Those with the most questions come first, so that none of them is left alone at the end.
    files.sort(key=lambda path: -path.read_text(errors="replace").count("\n// "))
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count() + 1) as pool:
        results = list(pool.map(lambda path: test(assay, path, pathlib.Path(folder)), files))
    total = sum((answers for _, answers in results), collections.Counter())
    problems = [p for found, _ in results for p in found]
    print("\n".join(problems))
    for engine in [*ENGINES, *(engine for row in TURNS for engine in row)]:
        print(f"{engine:14} {total[engine, 'true']:5} true {total[engine, 'false']:5} false {total[engine, 'unknown']:5} unknown")
    print(f"{len(files)} programs, {len(problems)} problems")
    return 1 if problems or not files else 0


if __name__ == "__main__":
    sys.exit(main())
