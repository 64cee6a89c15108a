#!/usr/bin/env python3
"""How the time of engines grows with programs with threads.

  grow.py ASSAY [--families fib,lock,reorder] [--engines orders,symex,unreduced] [--seconds 15]

fib       two threads add each other's number to their own N times; the assertion is the largest sum (1 to 12 times)
lock-T    T threads increment a counter under a lock N times each; the assertion is T * N at the end (1 to 100 times)
reorder   N threads write two numbers, the second one last, another thread reads them the other way round: it does not see the
          first one missing (2 to 50 threads)

`unreduced` is symbolic execution of all schedules. Printed is processor time by engine; `-` where there was no answer within the limit, after which larger programs of that
family are not tried. An answer other than *true* fails."""
import argparse
import os
import pathlib
import resource
import sys
import tempfile

FIB = """#include <assert.h>
#include <pthread.h>
static int a = 1, b = 1;
static void *first(void *ignored) {{
  for (int i = 0; i < {n}; ++i) a += b;
  return 0;
}}
static void *second(void *ignored) {{
  for (int i = 0; i < {n}; ++i) b += a;
  return 0;
}}
int main(void) {{
  pthread_t one, other;
  pthread_create(&one, 0, first, 0);
  pthread_create(&other, 0, second, 0);
  assert(a <= {most} && b <= {most});
  return 0;
}}
"""

LOCK = """#include <assert.h>
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;
static void *work(void *ignored) {{
  for (int i = 0; i < {n}; ++i) {{
    pthread_mutex_lock(&lock);
    ++sum;
    pthread_mutex_unlock(&lock);
  }}
  return 0;
}}
int main(void) {{
  pthread_t threads[{threads}];
  for (int i = 0; i < {threads}; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < {threads}; ++i) pthread_join(threads[i], 0);
  assert(sum == {threads} * {n});
  return 0;
}}
"""

REORDER = """#include <assert.h>
#include <pthread.h>
static int a, b;
static void *writes(void *ignored) {{
  a = 1;
  b = -1;
  return 0;
}}
static void *reads(void *ignored) {{
  const int seen = b;
  assert(seen == 0 || a == 1);
  return 0;
}}
int main(void) {{
  pthread_t writers[{n}], reader;
  for (int i = 0; i < {n}; ++i) pthread_create(&writers[i], 0, writes, 0);
  pthread_create(&reader, 0, reads, 0);
  for (int i = 0; i < {n}; ++i) pthread_join(writers[i], 0);
  pthread_join(reader, 0);
  return 0;
}}
"""


def fib(n):
    numbers = [1, 1]
    for _ in range(2 * n):
        numbers.append(numbers[-1] + numbers[-2])
    return FIB.format(n=n, most=numbers[-1])


def lock(threads):
    return lambda n: LOCK.format(n=n, threads=threads)


FAMILIES = {"fib": (fib, [1, 2, 3, 4, 5, 6, 8, 10, 12]), "reorder": (lambda n: REORDER.format(n=n), [2, 5, 10, 20, 50]),
            **{f"lock-{threads}": (lock(threads), [1, 2, 3, 5, 10, 30, 100]) for threads in range(2, 7)}}


# symex that follows every schedule.
ENGINES = {"unreduced": ["--engine", "symex", "--limit", "symex.futureEntries=1", "--limit", "symex.choicesBefore=1000000000"]}


def measure(assay, engine, seconds, file):
    """Verdict and processor time."""
    arguments = [assay, "check", "-q", "-p", "assert", *ENGINES.get(engine, ["--engine", engine]), "--native-replay", "off",
                 "--timeout", str(20 * seconds), file]
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        os.dup2(write, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        os.close(read)
        os.execv(assay, arguments)
    os.close(write)
    with os.fdopen(read) as pipe:
        output = pipe.read()
    _, _, used = os.wait4(child, 0)
    return output.splitlines()[-1] if output else "no answer", used.ru_utime + used.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("--families", default=",".join(FAMILIES))
    parser.add_argument("--engines", default="orders,symex,unreduced")
    parser.add_argument("--seconds", type=int, default=15, help="of processor time, for each program")
    options = parser.parse_args()
    engines = options.engines.split(",")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for name in options.families.split(","):
            make, sizes = FAMILIES[name]
            alive = list(engines)
            print(f"{name:10}" + "".join(f"{engine:>15}" for engine in engines), flush=True)
            for size in sizes:
                file = pathlib.Path(folder) / f"{name}{size}.c"
                file.write_text(make(size))
                row = []
                for engine in engines:
                    if engine not in alive:
                        row.append("-")
                        continue
                    verdict, seconds = measure(os.path.abspath(options.assay), engine, options.seconds, str(file))
                    if verdict == "verdict: true":
                        row.append(f"{seconds:.2f}")
                        continue
                    alive.remove(engine)
                    row.append("-")
                    if verdict.startswith("verdict: false"):
                        wrong.append(f"{name} {size} {engine}: {verdict}")
                print(f"{size:10}" + "".join(f"{cell:>15}" for cell in row), flush=True)
                if not alive:
                    break
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
