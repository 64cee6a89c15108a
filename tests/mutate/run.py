#!/usr/bin/env python3
"""Damaged C files: Assay must say what is wrong with them, never crash.

  run.py --assay build-debug/assay --count 200 FILES-OR-FOLDERS...

Each round takes a file at random and damages it: bytes flipped, tokens deleted, doubled, swapped or replaced, the end
cut off. An exit status other than 0, 64 or 65, or the report of a sanitizer, is a failure; the file is then kept."""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

TOKEN = re.compile(rb"[A-Za-z_]\w*|\d[\w.]*|\"(?:\\.|[^\"\n])*\"|\s+|[-+*/%&|^<>=!]{1,2}|.", re.S)
REPLACEMENTS = [b"0", b"-1", b"(", b")", b"{", b"}", b"*", b"&", b"int", b"char", b"void", b"return", b"goto", b"[0]",
                b"sizeof", b"struct", b"1.5", b"\"\"", b";", b",", b"volatile", b"long double", b"if", b"0x7fffffff"]
PROPERTIES = ["unreach-call", "no-overflow", "memsafety", "valid-memcleanup", "assert"]


def flip_bytes(data, rng):
    damaged = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        damaged[rng.randrange(len(damaged))] ^= 1 << rng.randrange(8)
    return bytes(damaged)


def on_tokens(change):
    def mutate(data, rng):
        tokens = TOKEN.findall(data)
        for _ in range(rng.randint(1, 3)):
            change(tokens, rng)
        return b"".join(tokens)
    return mutate


def delete_token(tokens, rng):
    at = rng.randrange(len(tokens))
    del tokens[at:at + rng.randint(1, 3)]
    tokens.append(b"\n")


def double_token(tokens, rng):
    at = rng.randrange(len(tokens))
    length = rng.choice([1, 1, 3, 20])
    tokens[at:at] = tokens[at:at + length]


def swap_tokens(tokens, rng):
    a, b = rng.randrange(len(tokens)), rng.randrange(len(tokens))
    tokens[a], tokens[b] = tokens[b], tokens[a]


def replace_token(tokens, rng):
    tokens[rng.randrange(len(tokens))] = rng.choice(REPLACEMENTS)


def truncate(data, rng):
    return data[:rng.randrange(len(data))]


MUTATIONS = [flip_bytes, truncate] + [on_tokens(c) for c in (delete_token, double_token, swap_tokens, replace_token)]


def run(args, files, folder, number):
    """None, or what went wrong."""
    rng = random.Random(f"{args.seed}:{number}")
    original = rng.choice(files)
    data = original.read_bytes() or b"\n"
    damaged = folder / f"{number}{original.suffix}"
    damaged.write_bytes(rng.choice(MUTATIONS)(data, rng))
    command = [args.assay, "program", "--summary", "-m", rng.choice(["32", "64"]), "-p", rng.choice(PROPERTIES),
               "-I", str(original.parent), str(damaged)]
    try:
        done = subprocess.run(command, capture_output=True, timeout=args.timeout,
                              env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
    except subprocess.TimeoutExpired:
        return f"{damaged} (from {original}): no end after {args.timeout} s"
    said = done.stderr
    if done.returncode in (0, 64, 65) and b"Sanitizer" not in said and b"runtime error:" not in said:
        damaged.unlink()
        return None
    return f"{damaged} (from {original}): status {done.returncode}\n{said.decode(errors='replace')[-2000:]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", required=True)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=int, default=120)
    parser.add_argument("paths", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    files = sorted(f for p in args.paths for f in (p.rglob("*.[ci]") if p.is_dir() else [p]))
    if not files:
        sys.exit("no files to damage")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="mutations"))
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        problems = [p for p in pool.map(lambda n: run(args, files, folder, n), range(args.count)) if p]
    for problem in problems:
        print(problem)
    print(f"{args.count} damaged files, {len(problems)} failures")
    if not problems:
        folder.rmdir()
    sys.exit(1 if problems else 0)


main()
