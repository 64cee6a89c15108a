#!/usr/bin/env python3
"""How time and memory of `--engine races` grow with the program: servers with more and more functions and locks.

  grow.py ASSAY [--sizes 10,100,1000] [--keep DIR]

A server creates a thread for each request, as many as come. Each function handles one kind of request: it changes what
its own lock guards, looks at what the next function's lock guards, and counts in a table that all functions share. A
thread of its own writes the sums down at times, and another one is joined before the end. There is no race.

Printed are processor time, memory and the verdict for each size, then what is left when the smallest program's is taken
off, by function, as a ratio to that of the second size: 1 is linear."""
import argparse
import os
import pathlib
import sys
import tempfile

HEAD = """#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t table = PTHREAD_MUTEX_INITIALIZER;
static int counts[{size}];
struct Request {{
  int kind, amount;
}};
"""

HANDLER = """static pthread_mutex_t lock{i} = PTHREAD_MUTEX_INITIALIZER;
static int total{i}, last{i};
static int look{i}(void) {{
  pthread_mutex_lock(&lock{i});
  const int seen = total{i};
  pthread_mutex_unlock(&lock{i});
  return seen;
}}
static void count{i}(void) {{
  pthread_mutex_lock(&table);
  ++counts[{i}];
  pthread_mutex_unlock(&table);
}}
static void handle{i}(const struct Request *request) {{
  pthread_mutex_lock(&lock{i});
  total{i} += request->amount;
  last{i} = request->amount > 0 ? request->amount : last{i};
  pthread_mutex_unlock(&lock{i});
  {more}
  count{i}();
}}
"""

TAIL = """static void *serve(void *given) {{
  struct Request *request = given;
  switch (request->kind) {{
{cases}
  default: break;
  }}
  free(request);
  return 0;
}}
static void *sums(void *ignored) {{
  int sum = 0;
{reads}
  return sum ? ignored : 0;
}}
static int configured;
static void *configure(void *ignored) {{
  configured = __VERIFIER_nondet_int();
  return ignored;
}}
int main(void) {{
  pthread_t first;
  pthread_create(&first, 0, configure, 0);
  pthread_join(first, 0);
  pthread_t writer;
  pthread_create(&writer, 0, sums, 0);
  while (__VERIFIER_nondet_int()) {{
    struct Request *request = malloc(sizeof *request);
    if (!request) break;
    request->kind = __VERIFIER_nondet_int();
    request->amount = configured;
    pthread_t thread;
    pthread_create(&thread, 0, serve, request);
    pthread_detach(thread);
  }}
  pthread_join(writer, 0);
  return 0;
}}
"""


def server(size):
    handlers = []
    for i in range(size):
        # Who is looked at stands before.
        more = f"if (look{i - 1}() > 0) count{i - 1}();" if i else ""
        handlers.append(HANDLER.format(i=i, more=more))
    cases = "\n".join(f"  case {i}: handle{i}(request); break;" for i in range(size))
    reads = "\n".join(f"  sum += look{i}();" for i in range(size))
    return HEAD.format(size=size) + "".join(handlers) + TAIL.format(cases=cases, reads=reads)


def measure(assay, file):
    """Verdict, seconds, MB."""
    arguments = [assay, "check", "-p", "no-data-race", "--engine", "races", "--timeout", "600",
                 "--limit", "races.time=600000", "--limit", "races.confirm=600000", file]
    read, write = os.pipe()
    child = os.posix_spawn(assay, arguments, os.environ,
                           file_actions=[(os.POSIX_SPAWN_DUP2, write, 1), (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)])
    os.close(write)
    with os.fdopen(read) as pipe:
        output = pipe.read()
    _, _, used = os.wait4(child, 0)
    verdict = output.splitlines()[-1] if output else "no answer"
    return verdict, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("assay")
    parser.add_argument("--sizes", default="10,100,1000")
    parser.add_argument("--keep", help="write the programs to this folder")
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    rows = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(options.keep or temporary)
        folder.mkdir(exist_ok=True)
        for size in sizes:
            file = folder / f"server{size}.c"
            file.write_text(server(size))
            rows.append((size, *measure(os.path.abspath(options.assay), str(file))))
            print("{:6} functions: {:8.2f} s {:8.0f} MB  {}".format(rows[-1][0], rows[-1][2], rows[-1][3], rows[-1][1]), flush=True)
    if len(rows) < 3:
        return
    for name, column in (("time", 2), ("memory", 3)):
        slopes = [(row[column] - rows[0][column]) / (row[0] - rows[0][0]) for row in rows[1:]]
        print(f"{name} by function, to that of {rows[1][0]}: " + " ".join(f"{slope / slopes[0]:.2f}" for slope in slopes))
    if any(row[1] != "verdict: true" for row in rows):
        sys.exit(1)


if __name__ == "__main__":
    main()
