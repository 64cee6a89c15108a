#!/usr/bin/env python3
"""A layer includes only those before it; its rooms (the folders in it) do not include each other in a circle, and some
of them do not include each other at all; no file includes itself, by whatever way; a third-party header appears in its
folder alone."""
import re

from sources import ROOT, finish, sources

LAYERS = ["util", "term", "solver", "program", "frontend", "analysis", "transform", "encode", "invariants", "proof",
          "engine", "strategy", "witness", "report", "cli"]

# Layers whose rooms know nothing of each other, but for these.
STRANGERS = {"engine": ["common"], "invariants": ["domains", "equations"]}

# Header prefix -> folders (or endings of files) that may include it. A folder that is not listed here has none.
THIRD_PARTY = {
    "llvm/": ["src/frontend/"],
    "llvm-c/": ["src/frontend/"],
    "clang/": ["src/frontend/"],
    "gmp": ["src/term/"],
    "CLI/": ["src/cli/"],
    "nlohmann/": ["src/report/"],
    "pugixml": ["src/witness/", "src/report/"],
    "yaml-cpp/": ["src/witness/", "src/frontend/config/"],
    "z3": ["src/solver/z3/"],
    "jemalloc": ["src/util/"],
    "cadical": ["src/solver/native/"],
    "symfpu/": ["src/solver/floats/"],
    "bitwuzla/": ["src/solver/bitwuzla_solver"],
    "ppl": ["src/invariants/polyhedra/"],
    "gtest/": ["_test.cpp", "_test.h", "src/engine/testing/", "src/frontend/library/testing/"],
    "gmock/": ["_test.cpp"],
    "benchmark/": ["bench/"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^">]+)[">]')
# The C library's, POSIX's and Linux's headers that are in use; anything else that has a slash or ends in .h must be
# known.
SYSTEM = re.compile(r"^(sys/\w+|elf|link|linux/\w+|pthread|semaphore|sched|unistd|fcntl|signal|dlfcn|dirent|poll|fenv|math|string|stdlib|stdio|stdint|"
                    r"stddef|stdarg|ctype|errno|limits|float|time|locale|wchar|inttypes|cxxabi|malloc|strings|arpa/inet|netinet/in|getopt)\.h$")


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


def included(files):
    """By file: the files that it includes."""
    graph = {}
    for path in files:
        headers = ["src/" + match.group(2) for match in map(INCLUDE.match, (ROOT / path).read_text().splitlines())
                   if match and match.group(1) == '"']
        graph[path] = [header for header in headers if header in files]
    return graph


def roomOf(path):
    """The layer and the room of a file; no room for one that stands in the layer's folder itself."""
    parts = path.split("/")
    return (parts[1], "/".join(parts[2:-1])) if parts[0] == "src" and "/models/" not in path else (None, "")


def rooms(graph):
    """Rooms that include each other, and strangers that know each other."""
    problems, between = [], {}
    for path, headers in graph.items():
        layer, room = roomOf(path)
        for header in headers:
            other_layer, other = roomOf(header)
            if not room or not other or layer != other_layer or room == other or other.endswith("testing"):
                continue
            between.setdefault(f"src/{layer}/{room}", set()).add(f"src/{layer}/{other}")
            between.setdefault(f"src/{layer}/{other}", set())
            if layer in STRANGERS and other.split("/")[0] not in [room.split("/")[0], *STRANGERS[layer]]:
                problems.append(f"{path}: includes {header}, which is another room's")
    return problems + cycles({room: sorted(others) for room, others in between.items()}, "rooms")


def cycles(graph, of):
    """What includes each other: a problem for each include that closes a cycle."""
    problems, state = [], {}
    for root in graph:
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
                problems.append(f"a cycle of {of}: " + " -> ".join([*way[way.index(header):], header]))
    return problems


if __name__ == "__main__":
    files = [str(p) for p in sources(".cpp", ".h", ".def")]
    problems = [problem for path in files for problem in check(path)]
    graph = included(files)
    finish(problems + cycles(graph, "includes") + rooms(graph), f"includes of {len(files)} files")
