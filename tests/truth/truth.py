"""What is true of programs, by running them on all inputs: truths(bodies) -> [Truth].

A batch of programs is one translation unit. It is compiled by gcc and clang, at -O0 and -O1, with sanitizers; driver.c
executes it. An execution counts as the two unoptimised programs agree on it; the optimised ones must do the same,
unless it is undefined what it does. Fresh memory is filled differently in each."""
import concurrent.futures
import pathlib
import subprocess

import text

HERE = pathlib.Path(__file__).resolve().parent
CHECKS = "signed-integer-overflow,shift,integer-divide-by-zero,null,bounds,return,unreachable,vla-bound,alignment,bool"
FLAGS = ["-w", "-std=gnu11", "-fsigned-char", "-fno-strict-aliasing", "-ffp-contract=off", "-fno-builtin", "-DTRUTH", f"-I{HERE}",
         f"-fsanitize=address,{CHECKS}", f"-fsanitize-recover={CHECKS.replace('return,unreachable,', '')}"]
# Events (driver.c) that violate a property.
VIOLATIONS = {"unreach-call": "R", "assert": "A", "no-overflow": "OS", "division-by-zero": "Z", "valid-deref": "D", "valid-free": "F",
              "valid-memtrack": "L", "valid-memcleanup": "Lr?"}
MEMSAFETY = ["valid-deref", "valid-free", "valid-memtrack"]
# Without a request, memory that is left at the end is no mistake.
GROUPS = {"memsafety": MEMSAFETY, "all": [p for p in VIOLATIONS if p != "valid-memcleanup"]}
# What happens behind these is not defined, neither by C nor by what Assay says of itself: overflow wraps, a division by
# 0 ends the program.
BREAKS = "SDFbuT"
ENDS = "xaA"


class Truth:
    """The executions of one program {choices: events}, and the constants of its checks."""

    def __init__(self):
        self.constants, self.executions = {}, {}

    def of(self, group):
        """(the properties of the group that some execution violates, whether other things may be true as well)."""
        violated, is_open = set(), False
        for events in self.executions.values():
            names, unclear = violations(events, GROUPS.get(group, [group]))
            violated |= names
            is_open |= unclear
        return violated, is_open


def violations(events, properties):
    """What an execution violates first, and whether that is open."""
    after_bounds = False
    for position, event in enumerate(events):
        names = {p for p in properties if event in VIOLATIONS[p]}
        if after_bounds and event != "D":
            return set(), True
        # A block that is left: at a division by 0 it is not said whether the program ends, elsewhere whether the stack
        # counts. Where the program does not end, nothing has to be freed, but blocks may be lost.
        if event == "?" and "h" in events:
            return set(), "valid-memtrack" in properties
        if event in "Lr?" and "Z" in events:
            return set(), bool(names) or event == "?" and "valid-memtrack" in properties
        if names or event == "?":
            return names, event == "?" and "valid-memtrack" in properties
        if event == "b":
            after_bounds = True
        elif event in BREAKS:
            return set(), True
        # INT_MIN / -1 ends the program on x86; the driver stops there, too.
        elif event == "O" and position == len(events) - 1:
            return set(), True
    return set(), after_bounds


class Compilers:
    """The four builds of a batch."""

    def __init__(self, folder, gcc="gcc", clang="clang-19", few=False):
        """`few`: one build of each compiler, for programs that run long."""
        self.folder = pathlib.Path(folder)
        self.driver = self.folder / "driver.o"
        subprocess.run([clang, "-c", "-O1", "-w", str(HERE / "driver.c"), "-o", str(self.driver)], check=True)
        resources = subprocess.run([clang, "-print-resource-dir"], check=True, capture_output=True, text=True).stdout.strip()
        shared = ["-shared-libsan", f"-Wl,-rpath,{resources}/lib/linux"]
        # What is uninitialised is zero in some and something else in others.
        self.builds = [(gcc, "-O0", "zero", []), (clang, "-O0", "pattern", shared), (gcc, "-O1", "pattern", []),
                       (clang, "-O1", "zero", shared)]
        if few:
            self.builds = [(gcc, "-O0", "zero", []), (clang, "-O1", "pattern", shared)]

    def run(self, source, build, name):
        """The output of the driver with these programs."""
        compiler, level, filling, link = self.builds[build]
        binary = self.folder / f"{name}.{build}"
        flags = [*FLAGS, f"-ftrivial-auto-var-init={filling}"]
        for command in ([*flags, level, "-c", str(source), "-o", f"{binary}.o"],
                        ["-fsanitize=address", *link, f"{binary}.o", str(self.driver), "-o", str(binary), "-lm"]):
            done = subprocess.run([compiler, *command], capture_output=True, text=True)
            if done.returncode != 0:
                raise RuntimeError("\n".join(done.stderr.splitlines()[:4]))
        done = subprocess.run([str(binary), "0" if filling == "zero" else "170"], capture_output=True, text=True, timeout=600,
                              env={"ASAN_OPTIONS": "detect_leaks=0:redzone=64:symbolize=0:quarantine_size_mb=4"})
        if done.returncode != 0:
            raise RuntimeError(f"driver: status {done.returncode}: {done.stderr[-500:]}")
        pathlib.Path(f"{binary}.o").unlink()
        binary.unlink()
        return done.stdout

    def truths(self, bodies, name="batch", jobs=1):
        source = self.folder / f"{name}.c"
        source.write_text(text.batch(bodies))
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            outputs = list(pool.map(lambda build: self.run(source, build, name), range(len(self.builds))))
        source.unlink()
        results = [parse(output, len(bodies)) for output in outputs]
        return [merge([result[i] for result in results]) for i in range(len(bodies))]


def parse(output, count):
    result = [Truth() for _ in range(count)]
    for line in output.splitlines():
        kind, *words = line.split(" ")
        if kind == "P":
            current = result[int(words[0])]
        elif kind == "K":
            current.constants[int(words[0])] = int(words[1])
        else:
            current.executions[words[0]] = current.executions.get(words[0], "") + words[1]
    return result


def merge(truths):
    """One truth of four; where they differ without a reason, `T`."""
    first, second, *optimised = truths
    if any(t.constants != first.constants for t in truths):
        first.executions = {"-": "T"}
        return first
    for choices in sorted(first.executions.keys() | second.executions.keys()):
        events = first.executions.get(choices, "T")
        if events != second.executions.get(choices, "T"):
            first.executions[choices] = "T"
        elif not any(e in BREAKS for e in events) and any(t.executions.get(choices, "T") != events for t in optimised):
            first.executions[choices] = "T"
    return first
