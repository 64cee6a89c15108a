#!/usr/bin/env python3
"""Proofs about lists do not take longer the longer the list is that a program builds: each program here builds one of N
blocks, walks it and frees it, and is verified for growing N by the engine `shapes`, and by bounded model checking
beside it.

  growth.py --assay build/assay [--limit 20]"""
import argparse
import re
import resource
import subprocess
import sys
import tempfile

PROGRAM = """#include <stdlib.h>
extern void reach_error(void);
struct node { struct node *next, *prev; int data; };
int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < N; ++i) {
    struct node *n = malloc(sizeof *n);
    n->data = 3;
    n->next = list;
#ifdef DOUBLE
    n->prev = NULL;
    if (list) list->prev = n;
#endif
    list = n;
  }
  for (struct node *n = list; n; n = n->next) {
    if (n->data != 3) reach_error();
#ifdef DOUBLE
    if (n->next && n->next->prev != n) reach_error();
#endif
  }
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  return 0;
}
"""
LENGTHS = [10, 100, 1000, 10000, 1000000]


def measure(assay, engine, path, flags, limit):
    """Processor seconds, or None if nothing was proved."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([assay, "check", "--engine", engine, "-p", "memsafety", "-p", "memcleanup", "-p", "unreach-call",
                           "--timeout", str(limit), *flags, path], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds if re.search(r"^verdict: true$", done.stdout, re.M) else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--assay", default="build/assay")
    parser.add_argument("--limit", type=int, default=20, help="seconds for one proof")
    options = parser.parse_args()
    print("| list | engine | " + " | ".join(f"N = {n}" for n in LENGTHS) + " |")
    print("| --- | --- |" + " ---: |" * len(LENGTHS))
    isFlat = True
    with tempfile.NamedTemporaryFile("w", suffix=".c") as file:
        file.write(PROGRAM)
        file.flush()
        for name, flags in [("singly linked", []), ("doubly linked", ["-DDOUBLE"])]:
            for engine in ["shapes", "bmc"]:
                times, isOver = [], False
                for n in LENGTHS:
                    # What was too long for a short list is not tried with a longer one.
                    times.append(None if isOver else measure(options.assay, engine, file.name, [f"-DN={n}", *flags], options.limit))
                    isOver = engine == "bmc" and times[-1] is None
                print(f"| {name} | `{engine}` | " + " | ".join(f"{t:.2f}" if t else "-" for t in times) + " |", flush=True)
                if engine == "shapes":
                    isFlat = isFlat and None not in times and max(times) < 3 * min(times) + 0.2
    return 0 if isFlat else 1


if __name__ == "__main__":
    sys.exit(main())
