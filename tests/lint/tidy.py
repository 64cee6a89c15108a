#!/usr/bin/env python3
"""clang-tidy over every .cpp file but tests. A file, or a batch that is compiled together, is checked again only when
it, a project header that it includes or the configuration changed: the hash of these is kept in the build folder.
Headers that are compiled in advance are of no use to it, and would be read for every small file: it does without.

  tidy.py CLANG_TIDY BUILD_DIR"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

from sources import ROOT, finish, sources

TIDY, BUILD = sys.argv[1], pathlib.Path(sys.argv[2])
CACHE = BUILD / "tidy"
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def closure(path, seen):
    """The file and the project's headers that it includes, directly or not."""
    todo = [path]
    while todo:
        current = todo.pop()
        if current in seen or not current.is_file():
            continue
        seen.add(current)
        todo += [ROOT / "src" / header for header in INCLUDE.findall(current.read_text())]
    return seen


def key(files, command):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes())
    digest.update(command.encode())
    seen = set()
    for file in files:
        closure(file, seen)
    for name in sorted(seen):
        digest.update(str(name.relative_to(ROOT)).encode() + b"\0" + name.read_bytes())
    return digest.hexdigest()


def flags(command):
    """What the compiler is told of where things are and which language it is."""
    words = shlex.split(command)
    kept = [word for word in words if re.match(r"-[ID].|-std=", word)]
    for word, value in zip(words, words[1:]):
        if word in ("-isystem", "-iquote", "-I", "-D"):
            kept += [word, value]
    return kept


def check(task):
    path, files, command = task
    stamp = CACHE / key(files, command)
    if stamp.exists():
        return None
    run = subprocess.run([TIDY, "--quiet", str(path), "--", *flags(command), "-Wno-everything"], cwd=ROOT,
                         capture_output=True, text=True)
    if run.returncode == 0:
        stamp.touch()
        return None
    return run.stdout.strip() or run.stderr.strip()


CACHE.mkdir(exist_ok=True)
database = json.loads((BUILD / "compile_commands.json").read_text())
tasks = []
wanted = {ROOT / p for p in sources(".cpp") if not p.name.endswith("_test.cpp")}
for entry in database:
    file = pathlib.Path(entry["file"])
    # Several files may be compiled together, by one that includes them. They are checked together, too.
    batch = [pathlib.Path(name) for name in INCLUDE.findall(file.read_text())] if file.parent.name == "Unity" else [file]
    if wanted.issuperset(batch):
        tasks.append((file, batch, entry["command"]))
# The large ones first, so that none is left alone at the end.
tasks.sort(key=lambda task: -sum(file.stat().st_size for file in task[1]))
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    problems = [text for text in pool.map(check, tasks) if text]
finish(problems, f"clang-tidy on {sum(len(files) for _, files, _ in tasks)} files")
