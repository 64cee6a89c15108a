#!/usr/bin/env python3
"""Programs of any size on which symbolic execution has to learn (TracerX's Figures 4 and 1), as C on the standard
output.

  generate.py signs N [--wrong]                      N bits become ones or minus ones; their sum lies between -N and N
  generate.py graph NODES [--seed S] [--wrong]       no way through a graph with random weights is shorter than the shortest
  generate.py threads N [--wrong]                    N threads, each with an account of its own; nothing is to be learnt

With --wrong the bound is off by one, and there is a violation."""
import argparse
import random

HEAD = """extern _Bool __VERIFIER_nondet_bool(void);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
"""

SIGNS = """
#define N {size}

int main(void) {{
  _Bool b[N];
  int x[N], sum = 0;
  for (int i = 0; i < N; i++) b[i] = __VERIFIER_nondet_bool();
  for (int i = 0; i < N; i++) {{
    if (b[i]) {{
      x[i] = 1;
    }} else {{
      x[i] = -1;
    }}
  }}
  for (int i = 0; i < N; i++) sum += x[i];
  if (sum < -N || sum > {bound}) reach_error();
  return 0;
}}
"""

GRAPH = """
#define N {size}

static const int graph[N + 1][N + 1] = {{
{rows}
}};

int main(void) {{
  int node = 1, d = 0;
  while (node < N) {{
    int next = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = node + 1; i <= N; i++) {{
      if (next == i) {{
        d += graph[node][next];
        found = 1;
        break;
      }}
    }}
    if (!found) return 0; // no such edge
    node = next;
  }}
  if (!(d >= {bound})) reach_error();
  return 0;
}}
"""


THREADS = """#include <pthread.h>
extern void reach_error(void);
struct account {{ pthread_mutex_t lock; int money; }};
static struct account accounts[{size}];
static void *work(void *argument) {{
  struct account *mine = argument;
  for (int i = 0; i < 5; i++) {{
    pthread_mutex_lock(&mine->lock);
    mine->money++;
    pthread_mutex_unlock(&mine->lock);
  }}
  if (mine->money != {bound}) reach_error();
  return 0;
}}
int main(void) {{
  pthread_t threads[{size}];
  for (int i = 0; i < {size}; i++) pthread_create(&threads[i], 0, work, &accounts[i]);
  for (int i = 0; i < {size}; i++) pthread_join(threads[i], 0);
  return 0;
}}
"""


def threads(size, is_wrong):
    return THREADS.format(size=size, bound=4 if is_wrong else 5)


def signs(size, is_wrong):
    return HEAD + SIGNS.format(size=size, bound=size - 1 if is_wrong else size)


def graph(size, seed, is_wrong):
    chance = random.Random(seed)
    weights = {(a, b): chance.randint(1, 1000) for a in range(1, size) for b in range(a + 1, size + 1)}
    shortest = {1: 0}
    for b in range(2, size + 1):
        shortest[b] = min(shortest[a] + weights[a, b] for a in range(1, b))
    rows = "\n".join("  {" + ", ".join(str(weights.get((a, b), 0)) for b in range(size + 1)) + "}," for a in range(size + 1))
    return HEAD + GRAPH.format(size=size, rows=rows, bound=shortest[size] + (1 if is_wrong else 0))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kind", choices=["signs", "graph", "threads"])
    parser.add_argument("size", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--wrong", action="store_true")
    args = parser.parse_args()
    kinds = {"signs": lambda: signs(args.size, args.wrong), "graph": lambda: graph(args.size, args.seed, args.wrong),
             "threads": lambda: threads(args.size, args.wrong)}
    print(kinds[args.kind](), end="")


if __name__ == "__main__":
    main()
