#!/usr/bin/env python3
"""The command line's native replays: what the report says of them, folders for people, and that an answer is never
lost.

  run.py ASSAY"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ASSAY = pathlib.Path(sys.argv[1]).resolve()
# Natively the array is zero.
UNINITIALISED = """extern void reach_error(void);
int main(void) {
  int x[3];
  int *p = x;
  if (p[1] == 5) reach_error();
  %s
}
"""
OVERFLOW = """extern int __VERIFIER_nondet_int(void);
int main(void) {
  return __VERIFIER_nondet_int() + 1;
}
"""
failures = []


def expect(condition, text):
    if not condition:
        failures.append(text)


class Place:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.limit = None  # what is done before each run

    def run(self, *arguments):
        run = subprocess.run([ASSAY, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=120,
                             preexec_fn=self.limit)
        self.output, self.status = run.stdout, run.returncode
        return self

    def check(self, source, *arguments):
        (self.folder / "x.c").write_text(source)
        (self.folder / "r.json").unlink(missing_ok=True)
        self.run("--timeout", "60", "--json", "r.json", *arguments, "x.c")
        self.replay = json.loads((self.folder / "r.json").read_text()).get("native_replay")
        return self

    def last(self):
        return self.output.splitlines()[-1]


def confirmed(place):
    place.check(OVERFLOW, "-p", "no-overflow", "--harness", "bug")
    expect(place.last() == "verdict: false(no-overflow)" and place.status == 1, place.output)
    expect(place.replay["status"] == "confirmed" and "x.c:3" in place.replay["what"], f"overflow: {place.replay}")
    expect("fails as predicted" in place.output, place.output)
    place.run("replay", "bug")
    expect(place.status == 0 and place.last().startswith("replay: confirmed (x.c:3"), f"replay: {place.output}")
    run = subprocess.run([place.folder / "bug/run.sh"], capture_output=True, text=True)
    expect("x.c:3" in run.stderr and "runtime error" in run.stderr, f"run.sh: {run.stderr}")


def contradicted(place):
    for rest, what in (("return 3;", "status 3"), ("for (;;) {}", "did not end")):
        place.check(UNINITIALISED % rest, "-p", "unreach-call", "--harness", "other")
        expect(place.last() == "verdict: false(unreach-call)" and place.status == 1, place.output)
        expect(place.replay["status"] == "not confirmed" and what in place.replay["what"], f"{rest}: {place.replay}")
        expect(any("uninitialised x" in text for text in place.replay["depends_on"]), f"{rest}: {place.replay}")
        expect("DOES NOT FAIL AS PREDICTED" in place.output, place.output)
    place.run("replay", "other")
    expect(place.status == 1 and place.last().startswith("replay: not confirmed ("), place.output)


def switched_off(place):
    place.check(OVERFLOW, "-p", "no-overflow", "--native-replay", "off")
    expect(place.replay is None and place.last() == "verdict: false(no-overflow)", f"off: {place.replay}")
    expect("compiled program" not in place.output, place.output)


def not_lost(place):
    (place.folder / "full").mkdir()
    (place.folder / "full/file").write_text("mine")
    place.check(OVERFLOW, "-p", "no-overflow", "--harness", "full")
    expect("warning: no harness was written" in place.output, place.output)
    expect(place.last() == "verdict: false(no-overflow)", place.output)
    expect([p.name for p in (place.folder / "full").iterdir()] == ["file"], "the folder was touched")
    place.run("replay", "full")
    expect(place.status == 65, f"replay of another folder: {place.status}")


# Programs whose inputs come from everywhere: options, source.
REAL = {
    "nondet_memory": (["-p", "unreach-call"], """#include <stddef.h>
extern void __VERIFIER_nondet_memory(void *, size_t);
extern void reach_error(void);
int main(void) {
  char a[3];
  __VERIFIER_nondet_memory(a, sizeof a);
  if (a[0] == 1 && a[2] == 'x') reach_error();
}
"""),
    "fgets of a file": (["-p", "unreach-call"], """#include <stdio.h>
extern void reach_error(void);
int main(void) {
  char line[4];
  FILE *f = fopen("settings", "r");
  if (!f) return 1;
  if (fgets(line, sizeof line, f) && line[0] == 'q' && line[1] == '\\n') reach_error();
  fclose(f);
}
"""),
    "fread": (["-p", "unreach-call"], """#include <stdio.h>
extern void reach_error(void);
int main(void) {
  unsigned char bytes[4] = {0};
  if (fread(bytes, 1, 4, stdin) == 3 && bytes[2] == 200) reach_error();
}
"""),
    "scanf": (["-p", "unreach-call"], """#include <stdio.h>
extern void reach_error(void);
int main(void) {
  int n, m;
  if (scanf("%d %d", &n, &m) == 2 && n == -77 && m > 1000) reach_error();
}
"""),
    "malloc that fails": (["-p", "valid-deref", "--malloc-may-fail"], """#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  if (!p) return 0;
  int *q = malloc(4);
  *q = 1;
  free(q);
  free(p);
}
"""),
    "an array that is written first": (["-p", "unreach-call"], """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[4];
  int *p = a;
  for (int i = 0; i < 4; i++) p[i] = __VERIFIER_nondet_int();
  if (p[1] == 5 && p[3] == 6) reach_error();
}
"""),
}


def given(place):
    for name, (options, source) in REAL.items():
        place.check(source, *options)
        expect(place.replay and place.replay["status"] == "confirmed", f"{name}: {place.replay}\n{place.output}")
        expect("DOES NOT" not in place.output, f"{name}: {place.output}")


# Programs with threads: options, source, what the report says.
THREADS = {
    "a switch in the middle of an update": (["-p", "assert"], """#include <assert.h>
#include <pthread.h>
int count;
void *work(void *p) { count++; return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  count++;
  pthread_join(a, 0);
  assert(count == 2);
}
""", "assertion"),
    "a race": (["-p", "no-data-race"], """#include <pthread.h>
int count;
void *work(void *p) {
  count++;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  count++;
  pthread_join(a, 0);
}
""", "ThreadSanitizer: data race of x.c:"),
    "a deadlock": (["-p", "no-deadlock"], """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *work(void *p) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&n);
  pthread_mutex_unlock(&n);
  pthread_mutex_unlock(&m);
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&n);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_unlock(&n);
  pthread_join(a, 0);
}
""", "it stands still"),
    "inputs in two threads": (["-p", "unreach-call"], """#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x, y;
void *work(void *p) { x = __VERIFIER_nondet_int(); return p; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  y = __VERIFIER_nondet_int();
  if (x == 17 && y == 4) reach_error();
}
""", "the error function was called"),
    "an overflow": (["-p", "no-overflow"], """#include <pthread.h>
int x;
void *work(void *p) { x = 2147483647; return p; }
int main(void) {
  pthread_t a;
  x = 0;
  pthread_create(&a, 0, work, 0);
  return x + 1 > 0;
}
""", "x.c:8"),
    "memory that another thread frees": (["-p", "valid-deref"], """#include <pthread.h>
#include <stdlib.h>
int *volatile p;
void *work(void *q) { free(p); return q; }
int main(void) {
  pthread_t a;
  p = malloc(4);
  if (!p) return 0;
  pthread_create(&a, 0, work, 0);
  *p = 1;
  pthread_join(a, 0);
}
""", "heap-use-after-free"),
}


def threads(place):
    for name, (options, source, what) in THREADS.items():
        place.check(source, *options)
        expect(place.replay and place.replay["status"] == "confirmed" and what in place.replay["what"],
               f"{name}: {place.replay}\n{place.output}")
    options, source, _ = THREADS["a switch in the middle of an update"]
    place.check(source, *options, "--harness", "turns")
    place.run("replay", "turns")
    expect(place.status == 0 and place.last().startswith("replay: confirmed"), f"threads: {place.output}")
    run = subprocess.run([place.folder / "turns/run.sh"], capture_output=True, text=True)
    expect("assertion fails" in run.stderr, f"run.sh with threads: {run.stderr}")


# Races where ThreadSanitizer does not work: source, what becomes of them.
LIMITED = {
    "a race": (THREADS["a race"][1], "confirmed", "two threads stand before the same 4 bytes: x.c:"),
    "the addresses are open": ("""#include <pthread.h>
extern int *f(void), *g(void);
void *work(void *p) {
  *f() = 1;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  *g() = 2;
  pthread_join(a, 0);
}
""", "confirmed", "two threads stand before the same "),
    "a function of the library": ("""#include <pthread.h>
#include <stdio.h>
int count;
void *work(void *p) {
  count = 1;
  return p;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  scanf("%d", &count);
  pthread_join(a, 0);
}
""", "cannot be confirmed", "ThreadSanitizer does not work here"),
}


def limited(place):
    place.limit = lambda: resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))
    if place.run("--version").status != 0:
        return  # it is itself compiled with a sanitizer
    for name, (source, status, what) in LIMITED.items():
        place.check(source, "-p", "no-data-race")
        expect(place.replay and place.replay["status"] == status and what in place.replay["what"],
               f"limited addresses, {name}: {place.replay}\n{place.output}")
        expect("DOES NOT FAIL" not in place.output, f"limited addresses, {name}: {place.output}")
    place.limit = None


def several_files(place):
    (place.folder / "f.h").write_text("int f(int x);\n")
    (place.folder / "f.c").write_text('#include "f.h"\nint f(int x) { return x + 1; }\n')
    place.check('#include "f.h"\nextern int __VERIFIER_nondet_int(void);\n'
                "int main(void) { return f(__VERIFIER_nondet_int()); }\n", "-p", "no-overflow", "--harness", "bug", "f.c")
    expect(place.replay["status"] == "confirmed", f"several files: {place.replay}")
    for name in ("f.h", "f.c", "x.c"):
        (place.folder / name).unlink()
    place.run("replay", "bug")
    expect(place.status == 0, f"a folder without the files that it was made of: {place.output}")


def killed(place):
    """Whoever is killed leaves no files behind."""
    temporary = place.folder / "temporary"
    temporary.mkdir()
    source = place.folder / "killed.c"
    source.write_text("int main(void) { int x[3]; for (int i = 0; i <= 3; i++) x[i] = i; return x[1]; }\n")
    process = subprocess.Popen([ASSAY, "--timeout", "60", source], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env={**os.environ, "TMPDIR": str(temporary)})
    end = time.monotonic() + 60
    while not list(temporary.iterdir()) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.001)
    was_there = bool(list(temporary.iterdir()))
    process.kill()
    process.wait()
    end = time.monotonic() + 20
    while list(temporary.iterdir()) and time.monotonic() < end:
        time.sleep(0.01)
    expect(was_there and not list(temporary.iterdir()), f"killed: {was_there}, {list(temporary.iterdir())}")


def main():
    for test in (confirmed, contradicted, switched_off, not_lost, given, threads, limited, several_files, killed):
        with tempfile.TemporaryDirectory() as folder:
            test(Place(folder))
    for text in failures:
        print(text)
    print(f"failures: {len(failures)}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
