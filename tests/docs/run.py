#!/usr/bin/env python3
"""Runs every command of the documents and compares what it prints with what they show.

  run.py ASSAY [DOCUMENT...]

A command stands in a block that begins with ```console, after "$ ". What follows, to the next command or the end of the
block, is what it prints (standard output and standard error); a line "..." stands for any lines, "..." inside a line
for any text. Commands run one after the other in a folder of their own, which shows the repository's examples, and in
which build/assay is ASSAY. A block that begins with ```c NAME or ```yaml NAME makes a file first. Where a document says build/assay
outside such a block, that is an error: a command that nobody runs goes stale. So is a warning in capitals, shown or
not."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What takes too long, or would run this very test.
NOT_RUN = re.compile(r"\./scripts/\w+$")
SECONDS = 60
# A warning in capitals: what Assay says is contradicted. No document shows that, not behind "..." either.
LOUD = re.compile(r"^.*\b[A-Z]{3,} [A-Z]{3,}\b.*$", re.M)


def blocks(text):
    """(line number, what stands after the fence, lines) of each fenced block, and the lines outside of any."""
    found, outside, block = [], [], None
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            if block is None:
                block = (number, line[3:].strip(), [])
            else:
                found.append(block)
                block = None
        elif block is None:
            outside.append((number, line))
        else:
            block[2].append(line)
    if block is not None:
        sys.exit(f"a block that begins in line {block[0]} does not end")
    return found, outside


def commands(lines):
    """(command, lines that it prints), in order."""
    found = []
    for line in lines:
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif not found:
            sys.exit(f"output before any command: {line}")
        else:
            found[-1][1].append(line)
    return found


def pattern(expected):
    """A regular expression for output that looks like this."""
    parts = []
    for line in expected:
        if line.strip() == "...":
            parts.append(r"(?:.*\n)*?")
        else:
            parts.append(".*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n")
    return "".join(parts)


def run(command, folder):
    try:
        done = subprocess.run(["sh", "-c", command], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=SECONDS, stdin=subprocess.DEVNULL)
        return done.stdout
    except subprocess.TimeoutExpired:
        return f"(does not end within {SECONDS} s)\n"


def unnamed_engines(assay):
    """Engines that the reference does not name."""
    usage = run(f"{assay} check --help", ROOT)
    names = re.search(r"--engine[^|]*?auto((?:\|[\w-]+)+)", usage)
    if not names:
        return ["the help text lists no engines"]
    reference = (ROOT / "docs/reference.md").read_text()
    return [f"docs/reference.md does not name the engine {name}" for name in names[1].split("|")[1:] if f"`{name}`" not in reference]


def check(document, assay):
    """Problems, and how many commands were run."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="assay-docs"))
    (folder / "build").mkdir()
    (folder / "build/assay").symlink_to(assay)
    (folder / "examples").symlink_to(ROOT / "examples")
    name = document.relative_to(ROOT) if document.is_relative_to(ROOT) else document
    problems, number = [], 0
    found, outside = blocks(document.read_text())
    for line, text in outside:
        if re.match(r"(    |\t)", text) and "build/assay" in text:
            problems.append(f"{name}:{line}: a command that is not run: {text.strip()}")
    for line, kind, lines in found:
        if file := re.fullmatch(r"(?:c|yaml) (\S+)", kind):
            (folder / file.group(1)).parent.mkdir(parents=True, exist_ok=True)
            (folder / file.group(1)).write_text("\n".join(lines) + "\n")
        if kind != "console":
            problems += [f"{name}:{line}: a command that is not run: {text}" for text in lines if "build/assay" in text]
            continue
        for command, expected in commands(lines):
            if NOT_RUN.match(command):
                if not os.access(ROOT / command, os.X_OK):
                    problems.append(f"{name}:{line}: {command} does not exist")
                continue
            number += 1
            printed = run(command, folder)
            if loud := LOUD.search(printed):
                problems.append(f"{name}:{line}: $ {command}\n{loud.group()}")
            if not re.fullmatch(pattern(expected), printed):
                problems.append(f"{name}:{line}: $ {command}\n--- shown\n" + "\n".join(expected) + f"\n--- printed\n{printed}")
    shutil.rmtree(folder)
    return problems, number


def main():
    assay = pathlib.Path(sys.argv[1]).resolve()
    documents = [pathlib.Path(d).resolve() for d in sys.argv[2:]] or [
        ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").glob("*/README.md"))]
    problems, total = unnamed_engines(assay), 0
    for document in documents:
        found, number = check(document, assay)
        problems += found
        total += number
    for problem in problems:
        print(problem)
    if total == 0:
        problems.append("no command")
        print("no command was found")
    print(f"{total} commands, {len(problems)} problem(s)")
    sys.exit(1 if problems else 0)


main()
