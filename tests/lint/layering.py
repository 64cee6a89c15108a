#!/usr/bin/env python3
"""A layer includes only those before it; no file includes itself, by whatever way; a third-party header appears in its
folder alone."""
import re

from sources import ROOT, finish, sources

LAYERS = ["util", "term", "solver", "program", "frontend", "transform", "analysis", "encode", "engine", "strategy",
          "witness", "report", "cli"]

# Header prefix -> folders (or endings of files) that may include it. A folder that is not listed here has none.
THIRD_PARTY = {
    "llvm/": ["src/frontend/"],
    "llvm-c/": ["src/frontend/"],
    "clang/": ["src/frontend/"],
    "gmp": ["src/term/"],
    "CLI/": ["src/cli/"],
    "nlohmann/": ["src/frontend/", "src/witness/", "src/report/"],
    "pugixml": ["src/witness/", "src/report/"],
    "yaml-cpp/": ["src/witness/"],
    "z3": ["src/solver/"],
    "jemalloc": ["src/util/"],
    "cadical": ["src/solver/"],
    "symfpu/": ["src/solver/"],
    "bitwuzla/": ["src/solver/"],
    "ppl": ["src/encode/sources/polyhedra/"],
    "gtest/": ["_test.cpp", "_test.h"],
    "gmock/": ["_test.cpp"],
    "benchmark/": ["bench/"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
# The C library's, POSIX's and Linux's headers that are in use; anything else that has a slash or ends in .h must be known.
SYSTEM = re.compile(r"^(sys/\w+|elf|link|linux/\w+|pthread|sched|unistd|fcntl|signal|dlfcn|dirent|poll|fenv|math|string|stdlib|stdio|stdint|"
                    r"stddef|stdarg|ctype|errno|limits|float|time|locale|wchar|inttypes|cxxabi|malloc|strings|arpa/inet|netinet/in)\.h$")


def allowed(path, places):
    return any(path.endswith(place) if place.startswith("_") else path.startswith(place) for place in places)


def check(path):
    problems = []
    parts = path.split("/")
    layer = parts[1] if parts[0] == "src" else None
    if layer is not None and layer not in LAYERS:
        return [f"{path}: src/{layer} is no layer"]
    if "/models/" in path:
        return []  # C for the target, not part of the tool
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quoted, header = match.group(1) == '"', match.group(2)
        where = f"{path}:{number}"
        if quoted:
            target = header.split("/")[0]
            beside = layer is None and ((ROOT / path).parent / header).is_file()
            if target not in LAYERS and not beside:
                problems.append(f"{where}: \"{header}\" is not relative to src/")
            elif layer is not None and target in LAYERS and LAYERS.index(target) > LAYERS.index(layer):
                problems.append(f"{where}: {layer} includes {header}, a later layer")
            continue
        owners = [places for prefix, places in THIRD_PARTY.items() if header.startswith(prefix)]
        if owners and not allowed(path, owners[0]):
            problems.append(f"{where}: <{header}> belongs to {' or '.join(owners[0])}")
        elif not owners and ("/" in header or "." in header) and not SYSTEM.match(header):
            problems.append(f"{where}: <{header}> is not known to this test")
    return problems


def cycles(files):
    """Files that include each other: a problem for each include that closes a cycle."""
    graph = {}
    for path in files:
        headers = ["src/" + match.group(2) for match in map(INCLUDE.match, (ROOT / path).read_text().splitlines())
                   if match and match.group(1) == '"']
        graph[path] = [header for header in headers if header in files]
    problems, state = [], {}
    for root in files:
        todo = [(root, iter(graph[root]))] if root not in state else []
        state.setdefault(root, "open")
        while todo:
            path, rest = todo[-1]
            header = next(rest, None)
            if header is None:
                state[path] = "done"
                todo.pop()
            elif header not in state:
                state[header] = "open"
                todo.append((header, iter(graph[header])))
            elif state[header] == "open":
                way = [name for name, _ in todo]
                problems.append("a cycle of includes: " + " -> ".join([*way[way.index(header):], header]))
    return problems


if __name__ == "__main__":
    files = [str(p) for p in sources(".cpp", ".h", ".def")]
    problems = [problem for path in files for problem in check(path)]
    finish(problems + cycles(files), f"includes of {len(files)} files")
