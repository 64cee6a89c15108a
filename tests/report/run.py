#!/usr/bin/env python3
"""Reports for other programs (JSON, SARIF, JUnit's XML, annotations, the page) are valid and agree with each other;
every violation in one run; what is suppressed or known does not count.

  run.py ASSAY [--schema sarif-schema-2.1.0.json] [--folder FOLDER-WITH-C-FILES] [--count N]

With --schema, SARIF is compared with the published schema as well (Python's jsonschema is needed)."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import checks

ROOT = pathlib.Path(__file__).resolve().parents[2]
parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("assay")
parser.add_argument("--schema", type=pathlib.Path)
parser.add_argument("--folder", type=pathlib.Path)
parser.add_argument("--count", type=int, default=100)
arguments = parser.parse_args()
ASSAY = os.path.abspath(arguments.assay)
FOLDER = pathlib.Path(tempfile.mkdtemp(prefix="assay-report"))
SCHEMA = json.loads(arguments.schema.read_text()) if arguments.schema else None
failures = []


def expect(what, condition, more=""):
    if not condition:
        failures.append(f"{what} {more}".strip())


def run(*words):
    return subprocess.run([ASSAY, "--timeout", "20", *words], cwd=FOLDER, capture_output=True, text=True, errors="replace")


def read(name):
    return (FOLDER / name).read_text()


def reports(name, *words):
    """Runs with every report; checks that each is valid, and that they say the same."""
    done = run(*checks.options(FOLDER), *words)
    model, problems = checks.problems_of(FOLDER, done, SCHEMA)
    failures.extend(f"{name}: {problem}" for problem in problems)
    return model, done


def write(name, text):
    (FOLDER / name).write_text(text)


# Three violations in two functions, one of them after an input; and a check that holds.
THREE = """extern int __VERIFIER_nondet_int(void);
int half(int x) {
  return 100 / x;
}
int next(int x) {
  return x + 1;
}
int main(void) {
  int a[4] = {0};
  int x = __VERIFIER_nondet_int();
  if (x == 5) return a[x];
  if (x < 0) return half(x + 1);
  return next(x) == x ? 0 : a[1];
}
"""


def first_things():
    write("three.c", THREE)
    model, done = reports("one violation", "three.c")
    expect("a violation", done.returncode == 1)
    finding = model["findings"][0]
    asked = [entry for entry in finding["inputs"] if entry["source"] == "nondet"]
    expect("an input with its type", [entry["type"] for entry in asked] == ["int"] and asked[0]["width"] == 32
           and asked[0]["name"] == "__VERIFIER_nondet_int" and asked[0]["line"] == 10, str(finding["inputs"]))
    log = json.loads(read("r.sarif"))["runs"][0]
    expect("a fingerprint", log["results"][0]["partialFingerprints"] == {"assayFinding/v2": finding["id"]})
    expect("a weakness", log["results"][0]["taxa"][0]["id"] == str(finding["cwe"]))
    steps = log["results"][0]["codeFlows"][0]["threadFlows"][0]["locations"]
    expect("a flow to the violation", steps[-1]["importance"] == "essential" and len(steps) > 2)


def every_violation():
    model, done = reports("all violations", "--all", "--summary", "three.c")
    found = sorted((finding["property"], finding["function"], finding["line"], finding["cwe"]) for finding in model["findings"])
    expect("all violations", found == [("division-by-zero", "half", 3, 369), ("no-overflow", "next", 6, 190),
                                       ("valid-deref", "main", 11, 125)], str(found))
    expect("the rest is settled", all(check["status"] != "open" for check in model["checks"]),
           str([check for check in model["checks"] if check["status"] == "open"])[:300])
    expect("a table", re.search(r"^half +division-by-zero +0 +1 +0 +0$", done.stdout, re.M), done.stdout[-600:])
    expect("its sum", re.search(r"^all +\d+ +3 +0 +0$", done.stdout, re.M))
    expect("three texts", done.stdout.count(": error: ") == 3)
    native = [finding.get("native_replay", {}).get("status") for finding in model["findings"]]
    expect("each is run", native == ["confirmed"] * 3, str(native))
    told = sorted(re.findall(r"^three.c:(\d+):\d+: note: the compiled program fails as predicted", done.stdout, re.M))
    expect("each run is told with its place", told == ["11", "3", "6"], done.stdout[-900:])
    expect("the verdict comes last", done.stdout.splitlines()[-1].startswith("verdict: false("), done.stdout[-200:])
    return model


def identities(before):
    moved = "// A new line.\n\n" + THREE.replace("  return 100 / x;", "    return 100  /  x; ")
    write("three.c", moved)
    model, _ = reports("moved lines", "--all", "three.c")
    expect("identities survive moved lines", sorted(finding["id"] for finding in model["findings"]) ==
           sorted(finding["id"] for finding in before["findings"]))
    write("three.c", THREE)


LIBRARY = """#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int first(const char *p) { return strcmp(p, "a") == 0; }
int second(const char *p) { return (int)strlen(p); }
int third(const char *p) { return (int)strlen(p) + (int)strlen(p); }
void fourth(char *p) { strcpy(p, "too long"); }
void fifth(const char *p) { printf("%s", p); }
int main(void) {
  char room[4];
  switch (__VERIFIER_nondet_int()) {
  case 1: return first(0);
  case 2: return second(0);
  case 3: return third(0);
  case 4: fourth(room); break;
  case 5: fifth(room); break;
  }
  return 0;
}
"""


def calls():
    """What is found in a model of a library function is found at the user's call."""
    write("calls.c", LIBRARY)
    model, _ = reports("library functions", "--all", "calls.c")
    found = [(f["function"], f["line"], re.sub(":.*", "", f["message"])) for f in model["findings"]]
    expect("a finding for each call", sorted(found) == [
        ("fifth", 8, "invalid read of memory in printf"), ("first", 4, "invalid read of memory in strcmp"),
        ("fourth", 7, "invalid write to memory in strcpy"), ("second", 5, "invalid read of memory in strlen"),
        ("third", 6, "invalid read of memory in strlen")], str(found))
    messages = {f["function"]: f["message"] for f in model["findings"]}
    expect("the argument", messages["first"].endswith("through a null pointer (argument 1)"), str(messages))
    ids = {check["id"] for check in model["checks"]}
    expect("no two checks have one id", len(ids) == len(model["checks"]))
    expect("results of SARIF", len(json.loads(read("r.sarif"))["runs"][0]["results"]) == 5)
    for rule in ("valid-deref calls.c:first", "valid-deref calls.c:4", "* calls.c:fir*",
                 next(f["id"] for f in model["findings"] if f["function"] == "first")):
        write("rules", rule + "\n")
        left, _ = reports(rule, "--all", "--suppressions", "rules", "calls.c")
        known = [f["function"] for f in left["findings"] if "suppressed" in f]
        expect("one is suppressed by " + rule, known == ["first"], str(known))
    write("calls.c", LIBRARY.replace("return strcmp(p, \"a\") == 0;", "return strcmp(p, \"a\") == 0; /* assay-ignore */"))
    left, _ = reports("a comment", "--all", "calls.c")
    expect("one is suppressed by a comment", [f["function"] for f in left["findings"] if "suppressed" in f] == ["first"])
    formatted = LIBRARY.replace("{ return", "{ // what\n\n  return").replace("(p,", "( /* it */ p,\n    ").replace("(int)", "(int) ")
    write("calls.c", "\n" + formatted)
    after, _ = reports("formatted", "--all", "calls.c")
    expect("ids survive formatting", {f["id"] for f in after["findings"]} == {f["id"] for f in model["findings"]})
    write("one.c", "#include <string.h>\nint main(int argc, char **argv) { return argc > 9 || strcmp(argc > 1 ? argv[1] : 0, \"a\"); }\n")
    write("two.c", "#include <string.h>\nint main(int argc, char **argv) { return argc > 9 || strlen(argc > 1 ? argv[1] : 0); }\n")
    run("--json", "one.json", "one.c")
    expect("a baseline of another call", run("--baseline", "one.json", "two.c").returncode == 1)
    expect("a baseline of this call", run("--baseline", "one.json", "one.c").returncode == 2)


def baseline():
    done = run("--all", "--json", "old.json", "three.c")
    model, done = reports("a baseline", "--baseline", "old.json", "three.c")
    expect("nothing is new", done.returncode == 0 and done.stdout.splitlines()[-1] == "verdict: true (but for known violations: 3)",
           done.stdout[-200:])
    expect("the report says so", model["verdict"] == "true but for known violations" and not any(f["new"] for f in model["findings"]))
    states = [result["baselineState"] for result in json.loads(read("r.sarif"))["runs"][0]["results"]]
    expect("SARIF says so", states == ["unchanged"] * 3, str(states))
    write("three.c", THREE.replace("return next(x) == x ? 0 : a[1];", "return next(x) == x ? 0 : a[x];"))
    model, done = reports("a new violation", "--baseline", "old.json", "three.c")
    expect("a new one counts", done.returncode == 1 and "verdict: false(valid-deref)" in done.stdout, done.stdout[-300:])
    expect("it is the new one", [f["line"] for f in model["findings"] if f["new"]] == [13], str(model["findings"])[:200])
    expect("no correctness witness", run("--witness", "w.yml", "--baseline", "old.json", "three.c") and
           "invariant_set" not in ((FOLDER / "w.yml").read_text() if (FOLDER / "w.yml").exists() else ""))
    write("three.c", THREE)
    expect("no baseline", run("--baseline", "three.c", "three.c").returncode == 65)
    run("--engine", "symex", "--json", "first.json", "three.c")
    expect("a run that stops at a violation", len(json.loads(read("first.json"))["findings"]) == 1)
    model, done = reports("a baseline of such a run", "--baseline", "first.json", "three.c")
    expect("what it has not looked at is not new", done.returncode == 0 and not any(f["new"] for f in model["findings"]), done.stdout[-300:])
    write("three.c", THREE.replace("return next(x) == x ? 0 : a[1];", "return next(x) == x ? 0 : a[x];"))
    model, done = reports("a new violation behind it", "--baseline", "first.json", "three.c")
    expect("a new check counts", done.returncode == 1 and [f["line"] for f in model["findings"] if f["new"]] == [13], done.stdout[-300:])
    write("three.c", THREE)


def suppressions():
    write("quiet.c", THREE.replace("return 100 / x;", "return 100 / x; // assay-ignore division-by-zero: callers see to it")
          .replace("  return x + 1;", "  /* assay-ignore */\n  return x + 1;"))
    model, done = reports("comments", "--all", "quiet.c")
    expect("one is left", [finding["property"] for finding in model["findings"] if "suppressed" not in finding] == ["valid-deref"])
    expect("with its reason", "note: known (in source: callers see to it)" in done.stdout, done.stdout[:400])
    write("rules", "# what we know\nvalid-deref three.c:main -- ticket 7\n* thr*.c:half\nno-overflow three.c:6\n")
    model, done = reports("a file of suppressions", "--suppressions", "rules", "three.c")
    expect("nothing is left", done.returncode == 0 and done.stdout.endswith("verdict: true (but for known violations: 3)\n"),
           done.stdout[-300:])
    kinds = {suppression["kind"] for result in json.loads(read("r.sarif"))["runs"][0]["results"]
             for suppression in result["suppressions"]}
    expect("SARIF knows", kinds == {"external"})
    identity = model["findings"][0]["id"]
    write("rules", identity + "\n")
    done = run("--suppressions", "rules", "three.c")
    expect("others count", done.returncode == 1)
    write("quiet.c", THREE.replace("return 100 / x;", "return 100 / x; // assay-ignore no-overflow"))
    model, _ = reports("a comment about something else", "--all", "quiet.c")
    expect("another property counts", all("suppressed" not in finding for finding in model["findings"]))
    for text in ("nonsense\n", "no-such-property a.c\n"):
        write("rules", text)
        done = run("--suppressions", "rules", "three.c")
        expect(f"a bad line {text!r}", done.returncode == 65 and "rules:1: " in done.stderr, done.stderr)


# One block is lost where it is allocated, one is used after its end, one is read before anything stands in it.
BLOCKS = """#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int lose(int n) {
  char *p = malloc(10);
  if (n > 3) return -1;
  free(p);
  return 0;
}
static int after(int n) {
  char *p = calloc(1, 1);
  free(p);
  return n == 7 ? p[0] : 0;
}
static int before(int n) {
  int *p = malloc(sizeof *p), x = *p;
  free(p);
  return x == 5 ? n / (x - 5) : n;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef LOSE
  return lose(n);
#elif defined AFTER
  return after(n);
#else
  return before(n);
#endif
}
"""


def blocks():
    write("blocks.c", BLOCKS)
    model, done = reports("a leak", "-D", "LOSE", "blocks.c")
    finding = model["findings"][0]
    expect("a leak is told where the block is allocated", (finding["line"], finding["function"]) == (4, "lose") and
           finding["leak"]["lost"]["line"] == 8 and done.stdout.startswith("blocks.c:4:13: error: memory is lost"), str(finding)[:300] + done.stdout[:300])
    expect("a variable that ends its life is not assigned", "p = NULL" not in done.stdout, done.stdout)
    model, done = reports("a use after free", "-D", "AFTER", "blocks.c")
    expect("where it was freed", model["findings"][0].get("freed", {}).get("line") == 11 and
           "blocks.c:11:3: note: calloc#1 is freed here" in done.stdout, done.stdout[:900])
    model, done = reports("a value that nobody has written", "-p", "division-by-zero", "blocks.c")
    expect("it was never written", "malloc#1 is 5, which was never written" in done.stdout, done.stdout[:1200])


def unwritable():
    write("three.c", THREE)
    done = run("--json", "/dev/full", "--sarif", "r.sarif", "three.c")
    expect("what cannot be written loses nothing else", done.returncode == 65 and "verdict: false(" in done.stdout.splitlines()[-1]
           and "/dev/full: cannot be written" in done.stderr and read("r.sarif"), done.stdout[-200:] + done.stderr)


def unfolded():
    write("loop.c", "int main(void) {\n  int a[9] = {0};\n  for (int i = 0; i < 10; i++)\n    a[i] = i;\n  return 0;\n}\n")
    model, _ = reports("a folded trace", "-p", "valid-deref", "loop.c")
    steps = model["findings"][0]["trace"]["steps"]
    expect("folded", any("iterations_left_out" in step for step in steps))
    model, _ = reports("a full trace", "--trace", "full", "-p", "valid-deref", "loop.c")
    steps = model["findings"][0]["trace"]["steps"]
    rounds = [step["iteration"] for step in steps if "iteration" in step]
    expect("unfolded", rounds == list(range(2, 11)) and not any("iterations_left_out" in step for step in steps), str(rounds))


# Thread 1 and the first one access x without order; with -D LOCKED the two locks are taken in either order.
THREADS = """#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;
void *work(void *argument) {
#ifdef LOCKED
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
#endif
  x = 1;
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  int y = x;
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  return y;
}
"""


def races():
    write("threads.c", THREADS)
    model, done = reports("a race", "--witness", "w.yml", "--witness", "w.graphml", "threads.c")
    finding = model["findings"][0]
    expect("a race is looked for by default", finding["property"] == "no-data-race", str(finding["property"]))
    race = finding.get("race", {"object": "", "accesses": []})
    accesses = sorted((access["thread"], access["access"], access["line"], access["function"]) for access in race["accesses"])
    expect("both accesses", accesses == [(0, "read", 19, "main"), (1, "write", 9, "work")] and race["object"] == "x", str(race))
    expect("the object in the message", "'x'" in finding["message"] and "thread " in finding["message"], finding["message"])
    steps = finding["trace"]["steps"]
    expect("a trace", finding["trace"]["complete"] and all("thread" in step for step in steps), str(steps)[:300])
    created = [step["creates"] for step in steps if "creates" in step]
    expect("who is created", created == [{"thread": 1, "function": "work"}], str(created))
    expect("the text", "creates thread 1, which runs work" in done.stdout and re.search(r"note: thread \d is about to \w+ x here", done.stdout),
           done.stdout[-900:])
    flows = json.loads(read("r.sarif"))["runs"][0]["results"][0]["codeFlows"][0]["threadFlows"]
    expect("a flow for each thread", [flow["id"] for flow in flows] == ["thread 0", "thread 1"], str(flows)[:300])
    graph = read("w.graphml")
    expect("a graph with threads", '<data key="createThread">1</data>' in graph and '<data key="threadId">1</data>' in graph, graph[-800:])
    sequence = read("w.yml")
    expect("a sequence with threads", sequence.count("type: target") == 2 and "thread_id: 1" in sequence and "data-race" in sequence,
           sequence[-800:])


def deadlock():
    model, done = reports("a deadlock", "-p", "no-deadlock", "-D", "LOCKED", "threads.c")
    finding = model["findings"][0]
    waits = sorted((wait["thread"], wait["object"], wait.get("other_thread"), wait["line"]) for wait in finding.get("deadlock", []))
    expect("who waits for whom", waits == [(0, "b", 1, 18), (1, "a", 0, 7)], str(finding.get("deadlock")))
    expect("that is told", "thread 1 waits for the mutex a, which thread 0 holds" in done.stdout, done.stdout[-900:])
    expect("at its step", any(step.get("waits", {}).get("call") == "pthread_mutex_lock" for step in finding["trace"]["steps"]))


# Each thread waits for something else.
WAITS = """#include <pthread.h>
#include <semaphore.h>
struct { int n; pthread_mutex_t m; } boxes[2] = {{0, PTHREAD_MUTEX_INITIALIZER}, {1, PTHREAD_MUTEX_INITIALIZER}};
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t barrier;
pthread_spinlock_t spin;
sem_t semaphore;
void *first(void *argument) { sem_wait(&semaphore); return argument; }
void *second(void *argument) { pthread_barrier_wait(&barrier); return argument; }
void *third(void *argument) { pthread_rwlock_rdlock(&lock); return argument; }
void *fourth(void *argument) { pthread_spin_lock(&spin); return argument; }
void *fifth(void *argument) { pthread_mutex_lock(&boxes[1].m); return argument; }
int main(void) {
  void *(*functions[5])(void *) = {first, second, third, fourth, fifth};
  pthread_t threads[5];
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_spin_init(&spin, 0);
  pthread_spin_lock(&spin);
  pthread_rwlock_wrlock(&lock);
  pthread_mutex_lock(&boxes[1].m);
  for (int i = 0; i < 5; i++) pthread_create(&threads[i], 0, functions[i], 0);
  pthread_join(threads[0], 0);
  return 0;
}
"""
# Nobody signals.
SIGNAL = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int is_done;
void *work(void *argument) {
  pthread_mutex_lock(&m);
  while (!is_done)
    pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}
"""


def waits():
    write("waits.c", WAITS)
    model, done = reports("waits", "-p", "no-deadlock", "waits.c")
    told = [wait["text"] for wait in model["findings"][0].get("deadlock", [])] if model["findings"] else []
    expect("what each thread waits for", told == [
        "waits for thread 1 to end", "waits for the semaphore semaphore", "waits for others to come to the barrier barrier",
        "waits for the lock lock, which thread 0 holds", "waits for the spin lock spin",
        "waits for the mutex boxes[1].m, which thread 0 holds"], str(told) + done.stdout[-300:])
    write("signal.c", SIGNAL)
    done = run("-p", "no-deadlock", "signal.c")
    expect("a wait for a signal", "thread 1 waits for a signal for the condition c" in done.stdout, done.stdout[-600:])
    created = [step["creates"] for step in model["findings"][0]["trace"]["steps"] if "creates" in step] if model["findings"] else []
    expect("functions of threads", {entry["thread"]: entry["function"] for entry in created}.get(4) == "fourth", str(created))


def difficult_texts():
    write("odd name, 100%.c", 'int main(void) {\n  const char *s = "</script><!-- \\x01\xff & ä";\n  int ä = s[0]; return 1 / (ä - \'<\');\n}\n')
    model, done = reports("odd texts", "odd name, 100%.c")
    expect("odd texts", done.returncode == 1, done.stdout[-300:] + done.stderr[:300])
    region = json.loads(read("r.sarif"))["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]
    byte = model["findings"][0]["column"]
    expect("columns count characters", region["startColumn"] < byte, f"{region} {byte}")


def many(files):
    for file in files:
        reports(file.name, "--property", "termination", str(file)) if file.name.startswith("termination") \
            else reports(file.name, str(file))


first_things()
identities(every_violation())
calls()
baseline()
suppressions()
blocks()
unwritable()
unfolded()
races()
deadlock()
waits()
difficult_texts()
examples = sorted((ROOT / "examples").glob("*.c")) + [ROOT / "examples/tutorial" / f"{name}.c" for name in ("sensor", "child", "vacuous")]
many(sorted(arguments.folder.glob("*.c"))[:arguments.count] if arguments.folder else examples)
reports("termination", "-p", "termination", str(ROOT / "examples/tutorial/hang.c"))
for failure in failures:
    print(failure)
subprocess.run(["rm", "-r", str(FOLDER)], check=True)
print(f"{len(failures)} failure(s)")
sys.exit(1 if failures else 0)
