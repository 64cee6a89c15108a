#!/usr/bin/env python3
"""--cache: a second run is an answer by evidence that was checked again, whatever has happened to the files in between.

  run.py ASSAY"""
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ASSAY = sys.argv[1]
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-cache"))
failures = []

FALSE = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 1000 && x % 77 == 5) y = 1;
  return 10 / (1 - y);
}
"""
TRUE = """extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  while (x < n) { x++; y += STEP; }
  if (x != y) __assert_fail("x == y", "f.c", 6, "main");
  return 0;
}
"""
PATHS = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int a[4], i = __VERIFIER_nondet_int();
  if (i < 0 || i > LAST) return 0;
  a[i] = 1;
  return a[i];
}
"""
# A lemma that comes with the outline, and once more from the source of what follows from it.
SUM = """extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  if (n < 1 || n > 1000) return 0;
  for (int i = 1; i <= n; i++) sum += i;
  if (2 * sum != n * (n + 1)) __assert_fail("sum", "f.c", 7, "main");
  return 0;
}
"""
# What holds for all elements.
ELEMENTS = """extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int a[100000];
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i;
  if (n > 100000) return 0;
  for (i = 0; i < n; i++) a[i] = ELEMENT;
  for (i = 0; i < n; i++) if (a[i] != 7) __assert_fail("seven", "f.c", 8, "main");
  return 0;
}
"""
# A question that is hard for a solver.
HARD = """extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  unsigned x = 0;
  while (x < 4000000000u && __VERIFIER_nondet_uint()) {
    if (x % 3 != 0) __assert_fail("thirds", "f.c", 6, "main");
    x += STEP;
  }
  return 0;
}
"""
HARD_PATH = """extern unsigned __VERIFIER_nondet_uint(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x > 4000000000u) return 0;
  if ((x + 5) % 3 != (x % 3 + 2) % 3) __assert_fail("thirds", "f.c", 6, "main");
  return 0;
}
"""
# Executions end, by measures that are hard to confirm.
ENDS = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), l = __VERIFIER_nondet_int(), i, k, j;
  if (l <= 0 || l >= 1000000 || n >= 1000000) return 0;
  for (k = 1; k < n; k++) {
    for (i = l; i < n; i++) {}
    if (__VERIFIER_nondet_int()) l = l + 1;
    for (j = l; j < n; j++) if (k % 7 == 3) j++;
  }
  return 0;
}
"""


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip()[:800])


def check(name, cache, *words, program=None, timeout=60):
    if program is not None:
        (FOLDER / name).write_text(program)
    report = FOLDER / "report.json"
    report.unlink(missing_ok=True)
    done = subprocess.run([ASSAY, "--timeout", str(timeout), "--json", report, *(["--cache", cache] if cache else []), *words, FOLDER / name],
                          capture_output=True, text=True)
    result = json.loads(report.read_text()) if report.exists() else None
    return done, result


def verdict(name, cache, *words, **more):
    return check(name, cache, *words, **more)[1]["verdict"]


def engines(result):
    return [engine["name"] for engine in result["engines"]]


def is_proof(record):
    return b"\nrefutation\n" in record.read_bytes()[:300]


def records(cache):
    return sorted(record for record in cache.glob("*.assay-answer") if not is_proof(record))


def proofs(cache):
    return sorted(record for record in cache.glob("*.assay-answer") if is_proof(record))


def body_of(record):
    return record.read_text().split("\n", 3)[3]


def rewrite(record, body):
    """As somebody would who knows how files are written."""
    head, key, _, _ = record.read_text().split("\n", 3)
    record.write_text("\n".join([head, key, hashlib.sha256(body.encode()).hexdigest(), body]))


def tampered(cache, change):
    for record in records(cache):
        rewrite(record, change(body_of(record)))


def repeated():
    for name, program, expected, engine in (("no.c", FALSE, "false", "cache"), ("yes.c", TRUE.replace("STEP", "1"), "true", None),
                                            ("paths.c", PATHS.replace("LAST", "3"), "true", None)):
        cache = FOLDER / ("cache-" + name)
        _, first = check(name, cache, program=program)
        done, second = check(name, cache)
        expect(f"{name}: both", first["verdict"] == second["verdict"] == expected, done.stdout)
        expect(f"{name}: files are kept", len(records(cache)) == 2, str(records(cache)))
        if engine:
            expect(f"{name}: by evidence", engines(second) == [engine], str(second["engines"]))
            expect(f"{name}: the same inputs", [f["inputs"] for f in first["findings"]] == [f["inputs"] for f in second["findings"]])
            expect(f"{name}: natively, before", "in an earlier run" in second["native_replay"]["what"], str(second["native_replay"]))
        else:
            expect(f"{name}: one engine is enough", len(engines(second)) == 1, str(second["engines"]))
            expect(f"{name}: as good a proof", first["proof_check"]["status"] == second["proof_check"]["status"], str(second["proof_check"]))
        others = [path for path in cache.iterdir() if path not in records(cache) + proofs(cache)]
        expect(f"{name}: nothing else is left", not others, str(others))


def implied():
    cache = FOLDER / "cache-sum"
    _, first = check("sum.c", cache, "-p", "assert", program=SUM)
    done, second = check("sum.c", cache, "-p", "assert")
    expect("a sum", first["verdict"] == second["verdict"] == "true" and engines(second) == ["kiki"], done.stdout + str(second["engines"]))


def elements():
    cache = FOLDER / "cache-elements"
    _, first = check("seven.c", cache, "-p", "assert", program=ELEMENTS.replace("ELEMENT", "7"))
    done, second = check("seven.c", cache, "-p", "assert")
    expect("elements", first["verdict"] == second["verdict"] == "true" and engines(second) == ["kiki"], done.stdout + str(second["engines"]))
    known = body_of(records(cache)[0])
    expect("elements: the lemma has a text", "kiki!contents" in known, known)
    # The same lemmas, inductive or not, where they do not hold.
    cache = FOLDER / "cache-eight"
    expect("no elements", verdict("eight.c", cache, "-p", "assert", program=ELEMENTS.replace("ELEMENT", "i == 3 ? 8 : 7")) == "false")
    lemma = re.compile(r"(?<= )(\d+):(?=\S)")

    def kept(body):
        result, end = "", 0
        while found := lemma.search(body, end):
            length = int(found[1])
            text = body[found.end():found.end() + length]
            isCondition = found.start() > body.index("kiki") + 4
            result += body[end:found.start()] + (f"{length + 7}:[kept] " if isCondition else found[0]) + text
            end = found.end() + length
        return result + body[end:]

    expect("elements: all are spoilt", kept(known).count("[kept]") > 1, kept(known))
    for what, body in (("as they were", known), ("kept by blocks", kept(known))):
        tampered(cache, lambda _: body)
        found = verdict("eight.c", cache, "-p", "assert")
        expect(f"elements, {what}", found == "false", found)


def hard():
    """What solvers have found out the hard way is kept as a proof, and checked."""
    cache = FOLDER / "cache-hard"
    _, first = check("hard.c", cache, "-p", "assert", program=HARD.replace("STEP", "3"))
    expect("hard: there is a proof", len(proofs(cache)) > 0)
    _, second = check("hard.c", cache, "-p", "assert")
    expect("hard: both", first["verdict"] == second["verdict"] == "true" and len(engines(second)) == 1, str(second["engines"]))
    for what, change in (("cut off", lambda body: body[:len(body) // 2]), ("changed", lambda body: body[:-9] + bytes(9)), ("empty", lambda body: b"refutation\n\0")):
        for proof in proofs(cache):
            head, key, _, body = proof.read_bytes().split(b"\n", 3)
            body = change(body)
            proof.write_bytes(b"\n".join([head, key, hashlib.sha256(body).hexdigest().encode(), body]))
        found = verdict("hard.c", cache, "-p", "assert")
        expect(f"hard, {what}", found == "true", found)
    cache = FOLDER / "cache-hard-path"
    first = verdict("path.c", cache, "-p", "assert", program=HARD_PATH)
    expect("hard: one for a path", len(proofs(cache)) > 0)
    expect("hard: a path", first == verdict("path.c", cache, "-p", "assert") == "true")
    cache = FOLDER / "cache-ends"
    found = [verdict("ends.c", cache, "-p", "termination", program=ENDS) for _ in range(2)]
    expect("hard: measures", found == ["true", "true"], str(found))
    endless = ENDS.replace("k % 7 == 3) j++", "k % 7 == 3) j--")
    expect("hard: no measures", verdict("ends.c", cache, "-p", "termination", program=endless) == "false")
    expect("hard, and wrong", verdict("hard.c", cache, "-p", "assert", program=HARD.replace("STEP", "(x == 3000 ? 2 : 3)")) == "false")


def changed():
    """The name stays, the program does not."""
    cache = FOLDER / "cache-changed"
    expect("safe", verdict("x.c", cache, program=TRUE.replace("STEP", "1")) == "true")
    expect("now it is not", verdict("x.c", cache, program=TRUE.replace("STEP", "2")) == "false")
    done, result = check("x.c", cache, program="// a line more\n" + TRUE.replace("STEP", "3"))
    expect("the inputs of before are tried first", result["verdict"] == "false" and engines(result) == ["cache"], done.stdout)
    expect("and it is safe again", verdict("x.c", cache, program=TRUE.replace("STEP", "1")) == "true")
    expect("lines that have moved", verdict("x.c", cache, program="// moved\n\n" + TRUE.replace("STEP", "1")) == "true")


def proof(engine, outline=None):
    """A record of a proof by this engine, as it is written."""
    return f"1 {len(engine)}:{engine} 5 0 " + (f"1 {outline} " if outline else "0 ") + "0 0:  0:  end "


def spoilt():
    safe, unsafe = TRUE.replace("STEP", "1"), TRUE.replace("STEP", "2")
    swap = {"1": "2", "2": "1"}
    changes = {
        "the verdict": lambda body: swap[body[0]] + body[1:],
        "no evidence": lambda body: swap[body[0]] + " 4:kiki 5 0 0 0 0:  0:  end ",
        "another engine": lambda body: proof("symex"),
        "made-up inputs": lambda body: "2 4:kiki 5 1 0 3 32 7 32 0 32 ffffffff 0 0 0 0:  0:  end ",
        "a lemma that excludes everything": lambda body: proof("kiki", "induction 0 1 0 0 1 0 5:false 0"),
        "a lemma for all heads": lambda body: proof("ic3ia", "conditions 2 0 5:false 1 5:false"),
        "a lemma that blocks are to keep": lambda body: proof("kiki", "induction 0 1 0 0 1 0 12:[kept] false 0"),
        "no lemma": lambda body: proof("kiki", "induction 0 1 0 0 0 0"),
        "a depth beyond all": lambda body: proof("kiki", "induction 0 1 0 4294967295 0 0"),
        "forward": lambda body: proof("kiki", "forward 0 1 0 4294967295"),
        "all paths": lambda body: proof("symex", "paths 2 0 0"),
        "contracts": lambda body: proof("kiki", "induction 0 1 1 2 0 7 0 0 0"),
        "measures": lambda body: proof("kiki", "measures 0 0 0"),
        "shapes": lambda body: proof("shapes", "shapes 0 0 1 0 2:0 "),
        "a form of old": lambda body: "1 4:kiki 5 0 1 1 0 1 0 0 0 0 1 0 5:false 0 0 0 0:  0:  end ",
        "no words": lambda body: "something else",
        "nothing": lambda body: "",
    }
    for what, change in changes.items():
        for name, program, expected in (("safe.c", safe, "true"), ("unsafe.c", unsafe, "false"), ("no.c", FALSE, "false")):
            cache = FOLDER / "cache-spoilt" / name
            if not cache.exists():
                verdict(name, cache, program=program)
            tampered(cache, change)
            found = verdict(name, cache)
            expect(f"{what}: {name}", found == expected, found)
    cache = FOLDER / "cache-spoilt" / "safe.c"
    for what, content in (("cut off", lambda old: old[:len(old) // 2]), ("foreign", lambda old: "#!/bin/sh\n"), ("empty", lambda old: "")):
        for record in records(cache):
            record.write_text(content(record.read_text()))
        done, result = check("safe.c", cache)
        expect(f"{what}: the verdict", result["verdict"] == "true", done.stdout)
        expect(f"{what}: one warning", done.stderr.count("is not used") == 1, done.stderr)
        done, _ = check("safe.c", cache)
        expect(f"{what}: mended", "is not used" not in done.stderr, done.stderr)


def others():
    cache = FOLDER / "cache-others"
    _, result = check("endless.c", cache, "--property", "termination", program="int main(void) { int x = 1; while (x) x = 1; }\n")
    _, again = check("endless.c", cache, "--property", "termination")
    expect("an endless loop", result["verdict"] == again["verdict"] == "false" and engines(again) == ["cache"], str(again["engines"]))
    tampered(cache, lambda body: body.replace(" 0 ", " 1 ", 1))
    expect("an endless loop, spoilt", verdict("endless.c", cache, "--property", "termination") == "false")
    expect("another question has its own files", verdict("endless.c", cache) == "true")
    # A time-out is no answer.
    cache = FOLDER / "cache-unknown"
    hard = "extern unsigned long __VERIFIER_nondet_ulong(void);\nint main(void) { unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();\n" \
           "  if (a > 1 && b > 1 && a < 4294967296 && b < 4294967296 && a * b == 18446744030759878681UL) return 1 / 0; return 0; }\n"
    found = verdict("hard.c", cache, program=hard, timeout=1)
    expect("a time-out is not kept", found != "unknown" or not records(cache), found)
    # Every violation has its own evidence.
    cache = FOLDER / "cache-all"
    two = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x > 5) return 1 / (x - 7);\n  return x - 2147483647;\n}\n"
    _, first = check("two.c", cache, "--all", program=two)
    _, second = check("two.c", cache, "--all")
    ids = [sorted(finding["id"] for finding in result["findings"]) for result in (first, second)]
    expect("--all", len(ids[0]) == 2 and ids[0] == ids[1], str(ids))
    # Two at a time.
    cache = FOLDER / "cache-both"
    runs = [subprocess.Popen([ASSAY, "-q", "--cache", cache, FOLDER / "yes.c"], stdout=subprocess.PIPE, text=True) for _ in range(3)]
    expect("at the same time", [run.communicate()[0] for run in runs] == ["verdict: true\n"] * 3)
    # By the environment; and where there can be no folder.
    environment = {**os.environ, "ASSAY_CACHE": str(FOLDER / "cache-named")}
    subprocess.run([ASSAY, "-q", FOLDER / "no.c"], env=environment, stdout=subprocess.DEVNULL)
    expect("ASSAY_CACHE", len(records(FOLDER / "cache-named")) == 2)
    done, result = check("no.c", FOLDER / "no.c")
    expect("no folder", result is None and "nothing can be written" in done.stderr and done.returncode != 0, done.stderr)


repeated()
implied()
elements()
hard()
changed()
spoilt()
others()
shutil.rmtree(FOLDER)
for failure in failures:
    print(failure)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
