#!/usr/bin/env python3
"""Random programs with lists of any length, most of them with a mistake somewhere: what the engine `shapes`, or another
one, calls true must not fail when it is compiled with sanitizers and run on many inputs.

  run.py --first 1 --count 40              seeds from 1 on
  run.py --first 7 --show                  one of them

A program is made of blocks (build, walk, reverse, move, remove, free) over one or two lists, singly or doubly linked,
with an end or circular, over lists of lists, of rings, of nodes that lead to themselves, or over trees: of any size,
with a spine of any length, or of few nodes and torn down by rotations. Then some of its lines are left out, doubled or
exchanged, or a name is replaced by another one. It is verified for memsafety, memcleanup or unreach-call. Those that
are called true are compiled together and executed on random choices."""
import argparse
import collections
import pathlib
import random
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROPERTIES = ["memsafety", "memcleanup", "unreach-call"]
VERDICT = re.compile(r"^verdict: (true|false|unknown)", re.M)

SINGLE = {
    "push": ["while (nd()) {", "t = make(K);", "t->next = A;", "A = t;", "}"],
    "append": ["u = NULL;", "for (t = A; t; t = t->next) u = t;", "while (nd()) {", "t = make(K);", "if (u) u->next = t; else A = t;", "u = t;", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "if (t->data < 0) fail();", "}"],
    "set": ["for (t = A; t; t = t->next) {", "t->data = K;", "}", "for (t = A; t; t = t->next)", "if (t->data != K) fail();"],
    "reverse": ["u = NULL;", "while (A) {", "t = A->next;", "A->next = u;", "u = A;", "A = t;", "}", "A = u;"],
    "move": ["while (A && nd()) {", "t = A;", "A = A->next;", "t->next = B;", "B = t;", "}"],
    "drop": ["if (A) {", "t = A;", "A = A->next;", "free(t);", "}"],
    "remove": ["for (p = &A; *p;) {", "t = *p;", "if (nd()) {", "*p = t->next;", "free(t);", "} else {", "p = &t->next;", "}", "}"],
    "insert": ["for (t = A; t && nd(); t = t->next) { }", "if (t) {", "u = make(K);", "u->next = t->next;", "t->next = u;", "}"],
    "join": ["for (p = &A; *p; p = &(*p)->next) { }", "*p = B;", "B = NULL;"],
    "either": ["while (nd()) {", "t = make(nd() ? K : 4);", "t->next = A;", "A = t;", "}", "for (t = A; t; t = t->next)", "if (t->data > 4) fail();"],
    "without": ["for (p = &A; *p;) {", "t = *p;", "if (t->data == K) {", "*p = t->next;", "free(t);", "} else {", "p = &t->next;", "}", "}",
                "for (t = A; t; t = t->next)", "if (t->data == K) fail();"],
    "least": ["m = 9;", "while (nd()) {", "t = make(nd());", "t->next = A;", "A = t;", "if (t->data < m) {", "m = t->data;", "}", "}",
              "for (t = A; t; t = t->next)", "if (t->data < m) fail();"],
    "free": ["while (A) {", "t = A->next;", "free(A);", "A = t;", "}"],
}
DOUBLE = {
    "push": ["while (nd()) {", "t = make(K);", "t->next = A;", "t->prev = NULL;", "if (A) A->prev = t;", "A = t;", "}"],
    "append": ["u = NULL;", "for (t = A; t; t = t->next) u = t;", "while (nd()) {", "t = make(K);", "t->prev = u;",
               "if (u) u->next = t; else A = t;", "u = t;", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "if (t->next && t->next->prev != t) fail();", "}"],
    "set": SINGLE["set"],
    "reverse": ["u = NULL;", "while (A) {", "t = A->next;", "A->next = u;", "A->prev = t;", "u = A;", "A = t;", "}", "A = u;"],
    "move": ["while (A && nd()) {", "t = A;", "A = A->next;", "if (A) A->prev = NULL;", "t->next = B;", "if (B) B->prev = t;", "B = t;", "}"],
    "drop": ["if (A) {", "t = A;", "A = A->next;", "if (A) A->prev = NULL;", "free(t);", "}"],
    "remove": ["t = A;", "while (t) {", "u = t->next;", "if (nd()) {", "if (t->prev) t->prev->next = u; else A = u;",
               "if (u) u->prev = t->prev;", "free(t);", "}", "t = u;", "}"],
    "insert": ["for (t = A; t && nd(); t = t->next) { }", "if (t) {", "u = make(K);", "u->next = t->next;", "u->prev = t;",
               "if (u->next) u->next->prev = u;", "t->next = u;", "}"],
    "before": ["for (t = A; t && t->next && nd(); t = t->next) { }", "if (t) {", "u = make(K);", "u->next = t;", "u->prev = t->prev;",
               "if (t->prev) t->prev->next = u; else A = u;", "t->prev = u;", "}"],
    "without": ["t = A;", "while (t) {", "u = t->next;", "if (t->data == K) {", "if (t->prev) t->prev->next = u; else A = u;",
                "if (u) u->prev = t->prev;", "free(t);", "}", "t = u;", "}", "for (t = A; t; t = t->next)", "if (t->data == K) fail();"],
    "back": ["u = NULL;", "for (t = A; t; t = t->next) u = t;", "for (t = u; t; t = t->prev) {", "if (!t->prev && t != A) fail();", "}"],
    "free": SINGLE["free"],
}
RING = {
    "push": ["while (nd()) {", "t = make(K);", "if (A) {", "t->next = A->next;", "A->next = t;", "} else {", "t->next = t;", "A = t;", "}", "}"],
    "walk": ["if (A) {", "t = A;", "do {", "if (t->data < 0) fail();", "t = t->next;", "} while (t != A);", "}"],
    "turn": ["if (A) {", "while (nd())", "A = A->next;", "}"],
    "drop": ["if (A && A->next != A) {", "t = A->next;", "A->next = t->next;", "free(t);", "}"],
    "free": ["if (A) {", "t = A->next;", "while (t != A) {", "u = t->next;", "free(t);", "t = u;", "}", "free(A);", "A = NULL;", "}"],
}
# Lists of lists: prev leads to a node's own list.
NESTED = {
    "push": ["while (nd()) {", "t = make(K);", "t->prev = make(K);", "t->next = A;", "A = t;", "while (nd()) {", "u = make(K);", "u->next = t->prev;",
             "t->prev = u;", "}", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "for (u = t->prev; u; u = u->next)", "if (u->data < 0) fail();", "}"],
    "move": SINGLE["move"],
    "cut": ["for (t = A; t; t = t->next) {", "while (t->prev->next) {", "u = t->prev;", "t->prev = u->next;", "free(u);", "}", "}"],
    "free": ["while (A) {", "t = A->next;", "while (A->prev) {", "u = A->prev;", "A->prev = u->next;", "free(u);", "}", "free(A);", "A = t;", "}"],
}
# Trees with a spine: prev leads to a leaf, or nowhere.
SPINE = {
    "push": ["while (nd()) {", "t = make(K);", "if (nd()) {", "t->prev = make(K);", "}", "t->next = A;", "A = t;", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "u = t->prev;", "if (u && (u->next || u->data > 2)) fail();", "}"],
    "move": SINGLE["move"],
    "cut": ["for (t = A; t; t = t->next) {", "if (nd()) {", "free(t->prev);", "t->prev = NULL;", "}", "}"],
    "grow": ["for (t = A; t; t = t->next) {", "if (!t->prev) {", "t->prev = make(K);", "}", "}"],
    "free": ["while (A) {", "t = A->next;", "free(A->prev);", "free(A);", "A = t;", "}"],
}
# Trees of few nodes: next leads to the left, prev to the right.
TREE = {
    "push": ["for (i = 0; i < 2; ++i) {", "t = make(K);", "if (nd()) {", "t->next = A;", "t->prev = B;", "} else {", "t->next = B;", "t->prev = A;",
             "}", "A = t;", "B = NULL;", "}"],
    "walk": ["for (t = A; t; t = nd() ? t->next : t->prev) {", "if (t->data > 2) fail();", "}"],
    "swap": ["if (A) {", "t = A->next;", "A->next = A->prev;", "A->prev = t;", "}"],
    "leaf": ["for (p = &A; *p;) {", "p = nd() ? &(*p)->next : &(*p)->prev;", "}", "*p = make(K);"],
    "free": ["while (A) {", "t = A->next;", "if (t) {", "A->next = t->prev;", "t->prev = A;", "A = t;", "} else {", "t = A->prev;", "free(A);", "A = t;",
             "}", "}"],
}
# Trees of any size.
GROWN = {
    "push": ["while (nd()) {", "t = make(K);", "u = A;", "if (u) {", "while (u->next && u->prev) {", "u = nd() ? u->next : u->prev;", "}", "if (!u->next) {",
             "u->next = t;", "} else {", "u->prev = t;", "}", "} else {", "A = t;", "}", "}"],
    "walk": ["t = A;", "while (t) {", "if (t->data > 2) fail();", "t = nd() ? t->next : t->prev;", "}"],
    "swap": ["t = A;", "while (t) {", "u = t->next;", "t->next = t->prev;", "t->prev = u;", "t = nd() ? t->prev : u;", "}"],
    "set": ["t = A;", "while (t) {", "t->data = K;", "t = nd() ? t->next : t->prev;", "}"],
    "turn": ["if (A && A->next) {", "t = A->next;", "A->next = t->prev;", "t->prev = A;", "A = t;", "}"],
    "cut": ["u = NULL;", "t = A;", "while (t && (t->next || t->prev)) {", "u = t;", "t = t->next ? t->next : t->prev;", "}", "if (u) {", "if (u->next == t) {",
            "u->next = NULL;", "} else {", "u->prev = NULL;", "}", "free(t);", "}"],
    "free": ["while (A) {", "u = NULL;", "t = A;", "while (t->next || t->prev) {", "u = t;", "t = t->next ? t->next : t->prev;", "}", "if (!u) {", "A = NULL;",
             "} else if (u->next == t) {", "u->next = NULL;", "} else {", "u->prev = NULL;", "}", "free(t);", "}"],
}
# Nodes that lead to themselves, or to a block of their own.
OWN = {
    "push": ["while (nd()) {", "t = make(K);", "t->prev = t;", "if (nd()) {", "t->prev = make(K);", "}", "t->next = A;", "A = t;", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "if (t->prev->data > 2) fail();", "}"],
    "move": SINGLE["move"],
    "grow": ["for (t = A; t; t = t->next) {", "if (t->prev == t && nd()) {", "t->prev = make(K);", "}", "}"],
    "cut": ["for (t = A; t; t = t->next) {", "if (t->prev != t && nd()) {", "free(t->prev);", "t->prev = t;", "}", "}"],
    "free": ["while (A) {", "t = A->next;", "if (A->prev != A) {", "free(A->prev);", "}", "free(A);", "A = t;", "}"],
}
# Each node is part of a ring by prev, perhaps alone in it.
RINGS = {
    "push": ["while (nd()) {", "t = make(K);", "t->prev = t;", "t->next = A;", "A = t;", "while (nd()) {", "u = make(K);", "u->prev = t->prev;", "t->prev = u;",
             "}", "}"],
    "walk": ["for (t = A; t; t = t->next) {", "for (u = t->prev; u != t; u = u->prev)", "if (u->data > 2) fail();", "}"],
    "move": SINGLE["move"],
    "cut": ["for (t = A; t; t = t->next) {", "if (t->prev != t) {", "u = t->prev;", "t->prev = u->prev;", "free(u);", "}", "}"],
    "free": ["while (A) {", "t = A->next;", "while (A->prev != A) {", "u = A->prev;", "A->prev = u->prev;", "free(u);", "}", "free(A);", "A = t;", "}"],
}
KINDS = [SINGLE, SINGLE, DOUBLE, DOUBLE, RING, NESTED, SPINE, TREE, GROWN, GROWN, OWN, OWN, RINGS]

HEAD = """#include <stdlib.h>
#ifndef TRUTH
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define nd __VERIFIER_nondet_int
#define fail reach_error
#endif
"""
BODY = """struct node@ { int data; struct node@ *next, *prev; };
static struct node@ *make@(int data) {
  struct node@ *n = malloc(sizeof *n);
  n->data = data;
  n->next = n->prev = NULL;
  return n;
}
int main@(void) {
  struct node@ *a = NULL, *b = NULL, *t = NULL, *u = NULL, **p = NULL;
  int m = 0, i = 0;
"""
DRIVER = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static unsigned state, calls;
static long live;
static int nd(void) {
  state = state * 1103515245u + 12345u;
  return ++calls < 60 && (state >> 16) % 5 < 3;
}
static void fail(void) { fprintf(stderr, "reach_error\n"); _Exit(3); }
static void *counted(size_t n) { ++live; void *p = malloc(n); memset(p, state, n); return p; }
static void uncounted(void *p) { if (p) --live; free(p); }
#define malloc counted
#define free uncounted
"""


def body(rng):
    """The lines of a program, as they should be."""
    kind = rng.choice(KINDS)
    names = [n for n in kind if n != "free"]
    blocks = ["push"] + [rng.choice(names) for _ in range(rng.randrange(1, 4))]
    lines = []
    for name in blocks:
        a, b = rng.choice([("a", "b"), ("a", "b"), ("b", "a")])
        k = str(rng.randrange(3))
        lines += [re.sub(r"\bK\b", k, re.sub(r"\bB\b", b, re.sub(r"\bA\b", a, line))) for line in kind[name]]
    for a in "ab":
        lines += [re.sub(r"\bA\b", a, line) for line in kind["free"]]
    return lines


def mutate(rng, lines):
    lines = list(lines)
    for _ in range(rng.choice([0, 1, 1, 1, 2])):
        simple = [i for i, line in enumerate(lines) if line.endswith(";") and not line.startswith(("for", "if", "}"))]
        i = rng.choice(simple)
        way = rng.randrange(4)
        if way == 0:
            lines[i] = ";"
        elif way == 1:
            lines.insert(i, lines[i])
        elif way == 2:
            j = rng.choice(simple)
            lines[i], lines[j] = lines[j], lines[i]
        else:
            words = re.findall(r"\b[abtu]\b", lines[i])
            if words:
                lines[i] = re.sub(rf"\b{rng.choice(words)}\b", rng.choice("abtu"), lines[i], count=1)
    return lines


def program(seed, suffix=""):
    rng = random.Random(seed)
    lines = mutate(rng, body(rng))
    text = BODY.replace("@", suffix) + "".join(f"  {line}\n" for line in lines) + "  return 0;\n}\n"
    return text.replace("make(", f"make{suffix}(") if suffix else text


def properties(engine, seed):
    """As options. kIkI proves nothing of leaks in loops: of memory, it is asked for accesses and frees."""
    prop = PROPERTIES[seed % 3]
    return ["-p", "valid-deref", "-p", "valid-free"] if engine == "kiki" and prop != "unreach-call" else ["-p", prop]


def verify(assay, engine, seed, timeout, folder):
    if assay == "always-true":  # a verifier that must be found out
        return "true"
    path = pathlib.Path(folder) / f"list_{seed}.c"
    path.write_text(HEAD + program(seed))
    done = subprocess.run([assay, "check", "--engine", engine, *properties(engine, seed), "--timeout", str(timeout), str(path)],
                          capture_output=True, text=True)
    match = VERDICT.search(done.stdout)
    return match.group(1) if match else "crash"


def executable(seeds, folder, compiler):
    """One program with all of these; its arguments are the seed and the property."""
    text = DRIVER + "".join(program(seed, f"_{seed}") for seed in seeds)
    text += "int main(int argc, char **argv) {\n  for (unsigned run = 1; run <= 400; ++run) {\n    state = run * 2654435761u; calls = 0; live = 0;\n"
    text += "    switch (atoi(argv[1])) {\n" + "".join(f"    case {s}: main_{s}(); break;\n" for s in seeds) + "    }\n"
    text += "    if (live && argc > 2) { fprintf(stderr, \"blocks are left\\n\"); return 4; }\n  }\n  return 0;\n}\n"
    path = pathlib.Path(folder) / "all.c"
    path.write_text("#define TRUTH\n" + text)
    binary = pathlib.Path(folder) / "all"
    subprocess.run([compiler, "-w", "-O0", "-g", "-fsanitize=address", "-fno-builtin", str(path), "-o", str(binary)], check=True)
    return binary


def fails(binary, engine, seed):
    """How it fails natively; nothing if it does not. Without a violation of memory, blocks that are left are lost at
    the end."""
    isLeak = PROPERTIES[seed % 3] != "unreach-call" and engine != "kiki"
    arguments = [str(binary), str(seed)] + (["count"] if isLeak else [])
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=20, env={"ASAN_OPTIONS": "detect_leaks=0"})
    except subprocess.TimeoutExpired:
        return None  # it does not end
    if done.returncode == 0:
        return None
    what = next((line for line in done.stderr.splitlines() if "ERROR" in line or "left" in line or "reach" in line), "?")
    isMemory = "reach_error" not in what
    return what if isMemory == (PROPERTIES[seed % 3] != "unreach-call") else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default=str(ROOT / "build/assay"))
    parser.add_argument("--engine", default="shapes", help="shapes or kiki")
    parser.add_argument("--compiler", default="gcc")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--timeout", type=int, default=10)
    parser.add_argument("--least", type=int, default=0, help="how many have to be proved")
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    if options.show:
        print(f"// {PROPERTIES[options.first % 3]}\n{HEAD}{program(options.first)}")
        return 0
    verdicts, proved, bad = collections.Counter(), [], []
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(options.first, options.first + options.count):
            verdict = verify(options.assay, options.engine, seed, options.timeout, folder)
            verdicts[verdict] += 1
            if verdict == "true":
                proved.append(seed)
            elif verdict != "unknown" and not (verdict == "false" and options.engine != "shapes"):
                bad.append(f"seed {seed}: {verdict}")
        if proved:
            binary = executable(proved, folder, options.compiler)
            for seed in proved:
                what = fails(binary, options.engine, seed)
                if what:
                    bad.append(f"seed {seed}: true for {PROPERTIES[seed % 3]}, but natively: {what}")
    print(f"{options.count} programs: " + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items())) + f"; {len(bad)} disagreements")
    for line in bad:
        print(line)
    return 1 if bad or len(proved) < options.least else 0


if __name__ == "__main__":
    sys.exit(main())
