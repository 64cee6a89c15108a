#!/usr/bin/env python3
"""Identities of findings: no two places of a program share one, and whoever formats the program in another way, puts comments
into it or moves its functions down keeps all of them.

  identities.py ASSAY [--first SEED] [--count N] [--keep FOLDER]

Programs are made at random, of statements that stand there more than once: in a line, in a function, in other functions, in macros,
in loops; with calls of library functions, whose models have checks of their own."""
import argparse
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("assay")
parser.add_argument("--first", type=int, default=1)
parser.add_argument("--count", type=int, default=12)
parser.add_argument("--keep", type=pathlib.Path)
arguments = parser.parse_args()
ASSAY = os.path.abspath(arguments.assay)

HEAD = """#include <string.h>
#include <stdlib.h>
#define TWICE(call) ((call) + (call))
#define LENGTH(p) (int)strlen(p)
#define SET(a, i) a[i] = (char)i
"""
TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[A-Za-z_0-9.]+|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\S')


def expression(rng):
    return rng.choice(["n + 1", "n - 1", "n * 2", "-n", "n / m", "n % m", "a[n & 3]", "a[n]", "*p", "p[n]", "strlen(p)", "(int)strlen(p)",
                       "strcmp(p, q)", "strcmp(q, p)", "TWICE(n / m)", "TWICE(strcmp(p, q))", "LENGTH(p)", "LENGTH(p) + LENGTH(p)",
                       "LENGTH(q)", "strlen(p) + strlen(p)", "memcmp(p, q, 2)", "n << m", "abs(n)", "atoi(p)"])


def statement(rng, depth=0):
    kind = rng.randrange(8 if depth < 2 else 4)
    if kind < 3:
        return f"n = (int)({expression(rng)});"
    if kind == 3:
        return rng.choice(["SET(a, 1);", "strcpy(a, p);", "memset(a, n, 2);", "free(p);", "p = q;", "a[m & 3] = 'x'; /* a \" */", "m++;"])
    body = " ".join(statement(rng, depth + 1) for _ in range(rng.randrange(1, 3)))
    if kind == 4:
        return f"if ({expression(rng)}) {{ {body} }} else {{ {body} }}"
    if kind == 5:
        return f"for (int i = 0; i < 2; i++) {{ {body} }}"
    return f"if (n > m) {{ {body} }}"


def program(rng):
    """Its functions: many statements are there several times."""
    pool = [statement(rng) for _ in range(4)]
    functions = []
    for number in range(rng.randrange(1, 4)):
        body = "\n  ".join(rng.choice(pool) for _ in range(rng.randrange(2, 6)))
        functions.append(f"int f{number}(int n, int m, char *p, char *q) {{\n  char a[4] = {{0}};\n  {body}\n  return n + a[0];\n}}\n")
    calls = " + ".join(f"f{number}(c, c, v[0], v[1])" for number in range(len(functions)))
    return functions, f"int main(int c, char **v) {{ return {calls}; }}\n"


def formatted(rng, text):
    """The same tokens with other blanks, lines and comments between them."""
    result = ""
    for line in text.splitlines():
        for token in TOKEN.findall(re.sub(r"/\*.*?\*/", "", line)):
            gap = rng.choice(["", " ", "  ", "\n", "\n  ", "\t", " /* it */ ", " // so\n", " \\\n"])
            isWord = result and re.match(r"\w", result[-1]) and re.match(r"\w", token)
            # Neither '+ +' nor '/ /' may grow together, nor anything with a comment.
            isNear = result and result[-1] in "+-/&|<>=!*%^\\" and token[0] in "+-/&|<>=!*%^"
            result += (" " if (isWord or isNear) and not gap.strip(" \\") and "\n" not in gap and " " not in gap else gap) + token
    return result + "\n"


def identities(folder, text):
    file = folder / "program.c"
    file.write_text(text)
    done = subprocess.run([ASSAY, "--quiet", "--engine", "bmc", "--timeout", "1", "--native-replay", "off", "--json", "out.json", "program.c"],
                          cwd=folder, capture_output=True, text=True, timeout=60)
    out = folder / "out.json"
    if not out.exists():
        return None, done.stderr
    checks = json.loads(out.read_text())["checks"]
    out.unlink()
    return [(check["id"], check["function"] if "function" in check else "", check["message"]) for check in checks], ""


def check(folder, seed):
    rng = random.Random(seed)
    functions, main = program(rng)
    text = HEAD + "".join(functions) + main
    before, error = identities(folder, text)
    if before is None:
        return [f"no report: {error}"], text
    ids = [entry[0] for entry in before]
    problems = [f"{len(ids) - len(set(ids))} checks share an identity"] if len(set(ids)) < len(ids) else []
    if not ids:
        problems.append("there is no check")
    for what, other in [("formatted", HEAD + formatted(rng, "".join(functions) + main)),
                        ("moved down", "// Text.\n\n" + HEAD + "\nint added(int n) { return n; }\n" + "".join(functions) + main)]:
        after, error = identities(folder, other)
        if after is None:
            problems.append(f"{what}: no report: {error}\n{other}")
        elif set(after) != set(before) | {entry for entry in after if entry[1] == "added"}:
            problems.append(f"{what}: {sorted(set(before) - set(after))} are gone, {sorted(set(after) - set(before))} are there\n{other}")
    return problems, text


def main():
    number = 0
    with tempfile.TemporaryDirectory(prefix="assay-identities") as name:
        for seed in range(arguments.first, arguments.first + arguments.count):
            problems, text = check(pathlib.Path(name), seed)
            number += bool(problems)
            for problem in problems:
                print(f"{seed}: {problem}")
            if problems and arguments.keep:
                arguments.keep.mkdir(parents=True, exist_ok=True)
                (arguments.keep / f"{seed}.c").write_text(text)
    print(f"{arguments.count} programs, {number} with problems")
    return 1 if number else 0


if __name__ == "__main__":
    sys.exit(main())
