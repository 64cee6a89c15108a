#!/usr/bin/env python3
"""Makes a program on which Assay contradicts the truth small, keeping the contradiction.

  reduce.py --property P [--engine E] [--data-model 64] [--timeout 4] [--output SMALL.c] FILE.c

FILE.c is what run.py keeps: a line for each statement, blocks by braces at the ends of lines. Lines and blocks are left
out, blocks lose their heads, parts of expressions become constants or parts of themselves, as long as Assay's answer
stays what it is and the executions of all inputs still contradict it."""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

import run
import text
import truth


class Task:
    """The question whether a program still shows the contradiction. Programs are lists of lines without the prelude."""

    def __init__(self, args, folder, kind=None):
        self.args, self.folder, self.kind = args, folder, kind
        self.compilers = truth.Compilers(folder, args.gcc, args.clang)
        self.seen = {}

    def contradicts(self, body):
        key = "\n".join(body)
        if key not in self.seen:
            self.seen[key] = self.examine(body)
        return self.seen[key]

    def examine(self, body):
        file = self.folder / "candidate.c"
        file.write_text(text.standalone(body))
        answer = run.ask(self.args.assay, file, self.args.property, self.args.engine, self.args.data_model, self.args.timeout)
        kind = (answer.verdict, answer.property)
        if answer.verdict == "unknown" or self.kind not in (None, kind) or "status 65" in answer.reason:
            return False
        try:
            known = self.compilers.truths([[re.sub(r"\bmain\b", "G_main", line) for line in body]])[0]
        except (subprocess.SubprocessError, RuntimeError):
            return False
        if not known.executions or not run.contradiction(answer, *known.of(self.args.property)):
            return False
        self.kind = kind
        return True


def closing(body, start):
    """The last line of the block that begins here, or the line itself."""
    depth = 0
    for i in range(start, len(body)):
        depth += body[i].count("{") - body[i].count("}")
        if depth <= 0:
            return i
    return start


def without_parts(task, body):
    """Leaves out lines, blocks, and heads of blocks."""
    i = 0
    while i < len(body):
        end = closing(body, i)
        candidates = [body[:i] + body[end + 1:]]
        if end > i:
            candidates.append(body[:i] + body[i + 1:end] + body[end + 1:])
            # An `else` goes with its `if`.
            if end + 1 < len(body) and body[end + 1].lstrip().startswith("else"):
                candidates.insert(0, body[:i] + body[closing(body, end + 1) + 1:])
        smaller = next((c for c in candidates if task.contradicts(c)), None)
        if smaller is None:
            i += 1
        else:
            body = smaller
    return body


def groups(line):
    """The spans of parenthesised parts and of numbers and names that stand alone, longest first."""
    stack, spans = [], []
    for i, c in enumerate(line):
        if c == "(":
            stack.append(i)
        elif c == ")" and stack:
            spans.append((stack.pop(), i + 1))
    return sorted(spans, key=lambda s: s[0] - s[1])


def simpler(line):
    """Versions of a line with one part of it made simpler."""
    for start, end in groups(line):
        part = line[start:end]
        for new in ["0", "1", *(part[a:b] for a, b in groups(part)[1:4]), *re.findall(r"\b[a-z]\w*\b", part)[:4]]:
            yield line[:start] + (f"({new})" if not new.startswith("(") else new) + line[end:]
    for m in re.finditer(r" ([-+*/%&|^]|<<|>>|&&|\|\|) ([\w.]+)", line):
        yield line[:m.start()] + line[m.end():]
    for m in re.finditer(r"= [^=;{]*;", line):
        yield line[:m.start()] + "= 0;" + line[m.end():]


def simplified(task, body):
    for i in range(len(body)):
        changed = True
        while changed:
            changed = False
            for line in simpler(body[i]):
                if len(line) < len(body[i]) and task.contradicts(body[:i] + [line] + body[i + 1:]):
                    body, changed = body[:i] + [line] + body[i + 1:], True
                    break
    return body


def reduced(task, body):
    if not task.contradicts(body):
        return None
    while True:
        before = body
        body = simplified(task, without_parts(task, body))
        if body == before:
            return body


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(run.ROOT / "build/assay"))
    parser.add_argument("--clang", default="clang-19")
    parser.add_argument("--gcc", default="gcc")
    parser.add_argument("--property", required=True, help="as run.py names it; `all` for every property")
    parser.add_argument("--engine", default="auto")
    parser.add_argument("--data-model", type=int, default=64)
    parser.add_argument("--timeout", type=int, default=4)
    parser.add_argument("--output", type=pathlib.Path)
    parser.add_argument("file", type=pathlib.Path)
    return parser.parse_args()


def main():
    args = arguments()
    body = args.file.read_text().split("#endif\n", 1)[-1].strip().splitlines()
    with tempfile.TemporaryDirectory() as folder:
        body = reduced(Task(args, pathlib.Path(folder)), body)
    if body is None:
        print("no contradiction")
        return 1
    print("\n".join(body))
    if args.output:
        args.output.write_text(text.standalone(body))
    return 0


if __name__ == "__main__":
    sys.exit(main())
