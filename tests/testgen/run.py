#!/usr/bin/env python3
"""`assay test`: the examples reach the coverage that their comments state, tests do what was predicted, the files are
in Test-Comp's format, and whatever ends a run, the tests that were found stay.

  run.py ASSAY CLANG"""
import hashlib
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "input"))
from expect import ASSAY, FOLDER, assay, expect, finish, write  # noqa: E402

EXAMPLES = HERE.parent.parent / "examples"
FORMAT = "https://sosy-lab.org/test-format/"
# The public format, version 1.1: what stands in metadata, in this order.
METADATA = ["sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction", "architecture",
            "creationtime"]
INTEGER = r"-?\d+"
FLOATING = r"-?(\d+\.\d+|\d+(\.\d+)?e[+-]?\d+|inf)|nan"
RANGES = {"_Bool": (0, 1), "char": (-2**7, 2**7 - 1), "signed char": (-2**7, 2**7 - 1), "unsigned char": (0, 2**8 - 1),
          "short": (-2**15, 2**15 - 1), "unsigned short": (0, 2**16 - 1), "int": (-2**31, 2**31 - 1),
          "unsigned int": (0, 2**32 - 1), "long": (-2**63, 2**63 - 1), "unsigned long": (0, 2**64 - 1),
          "long long": (-2**63, 2**63 - 1), "unsigned long long": (0, 2**64 - 1), "__int128": (-2**127, 2**127 - 1)}
# Machines that cannot run what they generate tests for say so; every machine runs what is compiled for 64 bits.
NOT_MEASURED = "note: coverage was not measured: "


def root_of(path, kind):
    text = path.read_text()
    head = text.splitlines()[:2]
    expect(f"{path}: XML declaration", head[0].startswith('<?xml version="1.0" encoding="UTF-8"'))
    public = f'<!DOCTYPE {kind} PUBLIC "+//IDN sosy-lab.org//DTD test-format {kind} 1.1//EN" "{FORMAT}{kind}-1.1.dtd">'
    expect(f"{path}: document type", head[1] == public)
    root = ElementTree.fromstring(text)
    expect(f"{path}: root", root.tag == kind)
    return root


def check_metadata(path, program, fql, bits):
    root = root_of(path, "test-metadata")
    expect("elements of the metadata", [child.tag for child in root] == METADATA)
    value = {child.tag: child.text for child in root}
    expect("language", value["sourcecodelang"] == "C")
    expect("producer", value["producer"].startswith("Assay "))
    expect("specification", value["specification"] == f"COVER( init(main()), FQL(COVER EDGES({fql})) )")
    expect("program", value["programfile"] == str(program))
    expect("hash", value["programhash"] == hashlib.sha256(program.read_bytes()).hexdigest())
    expect("architecture", value["architecture"] == f"{bits}bit" and value["entryfunction"] == "main")
    expect("time", re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", value["creationtime"]))


def check_test(path):
    root = root_of(path, "testcase")
    expect(f"{path}: attributes", set(root.attrib) <= {"coversError"})
    for node in root:
        expect(f"{path}: only inputs", node.tag == "input" and set(node.attrib) <= {"type", "variable"} and len(node) == 0)
        kind = node.attrib["type"]
        if kind in ("float", "double"):
            expect(f"{path}: a {kind}: {node.text}", re.fullmatch(FLOATING, node.text))
        else:
            low, high = RANGES[kind]
            expect(f"{path}: {kind} {node.text}", re.fullmatch(INTEGER, node.text) and low <= int(node.text) <= high)
    return root


def suite(program, *arguments, folder, **more):
    """Runs the command and checks the files; the run and its tests."""
    done = assay("test", "-o", folder, *arguments, str(program), **more)
    tests = sorted((FOLDER / folder).glob("testcase-*.xml"), key=lambda p: int(p.stem.split("-")[1]))
    expect(f"{program}: tests are numbered", [t.name for t in tests] == [f"testcase-{i + 1}.xml" for i in range(len(tests))], done)
    expect(f"{program}: nothing is left half written", not list((FOLDER / folder).glob("*.new")), done)
    expect(f"{program}: last line", re.fullmatch(r"suite: (complete|unknown) \(.+\)", (done.stdout.splitlines() or [""])[-1]), done)
    expect(f"{program}: the number of tests is told", f"tests: {len(tests)} in {folder}\n" in done.stdout, done)
    if tests and NOT_MEASURED not in done.stdout:
        expect(f"{program}: as predicted", re.search(r"^(\d+) of \1 tests? behaved as predicted", done.stdout, re.M), done)
        page = FOLDER / folder / "coverage.html"
        expect(f"{program}: page", page.exists() and page.read_text().endswith("</html>\n"), done)
    return done, [check_test(t) for t in tests]


def check_example(program):
    if "// Runs for ever" in program.read_text():
        return
    stated = re.search(r"^// Tests cover (\d+) of (\d+) branches", program.read_text(), re.M)
    expect(f"{program}: states its coverage", stated)
    done, _ = suite(program, "--timeout", "60", folder=program.stem)
    expect(f"{program.name}: complete and measured", done.returncode == 0 and NOT_MEASURED not in done.stdout, done)
    if stated and NOT_MEASURED not in done.stdout:
        rows = [line.split() for line in done.stdout.splitlines() if line.startswith(str(program))]
        expect(f"{program.name}: {stated.group(0)[3:]}", rows and rows[0][3] == f"{stated.group(1)}/{stated.group(2)}", done)
    check_metadata(FOLDER / program.stem / "metadata.xml", program, "@DECISIONEDGE", 64)


for example in sorted(EXAMPLES.glob("*.c")):
    check_example(example)

# Every way to end; what no test can choose is the same for the automaton and the compiled program.
done, tests = suite(HERE / "outcomes.c", "--timeout", "16", folder="outcomes")
expect("outcomes: an endless program is never complete", done.returncode == 2 and "unknown (timeout" in done.stdout, done)
expect("outcomes: one test each", len(tests) >= 11 and {t[0].text for t in tests} >= {str(i) for i in range(1, 12)}, done)
done, tests = suite(HERE / "types.c", folder="types")
longest = next((t for t in tests if [n.text for n in t][-1:] == ["-5"]), [])
expect("types: the last check is passed", len(longest) == 20, done)
expect("types: values", [n.text for n in longest][:13] == [
    "1", "-128", "200", "-32768", "65535", "-2147483648", "4294967295", "4000000000", "-9223372036854775808",
    "18446744073709551615", "-9000000000000000000", "18000000000000000000", str(-2**100 - 3)], done)
expect("types: floats", [n.text for n in longest][13:18] == ["0.100000001", "nan", "9.9999999999999694e-311", "-inf", "4.0"], done)

# The error.
done, tests = suite(HERE / "static_error.c", "--cover", "error", folder="error")
expect("error: one test that says so", len(tests) == 1 and tests[0].attrib == {"coversError": "true"}, done)
expect("error: status", done.returncode == 0 and "suite: complete (a test reaches the error)" in done.stdout, done)
check_metadata(FOLDER / "error/metadata.xml", HERE / "static_error.c", "@CALL(reach_error)", 64)
done, tests = suite(EXAMPLES / "sum.c", "--cover", "error", "--timeout", "60", folder="no-error")
expect("no error: no test", not tests and "(no test can reach the error)" in done.stdout and done.returncode == 0, done)
done, tests = suite(EXAMPLES / "date.c", "--cover", "error", folder="assertion")
expect("a failing assertion is an error", len(tests) == 1, done)

# Statements; a second suite in the same place replaces the first.
done, tests = suite(EXAMPLES / "tokens.c", "--cover", "statements", "--timeout", "60", folder="tokens")
expect("statements", done.returncode == 0 and "100.0%" in done.stdout, done)
check_metadata(FOLDER / "tokens/metadata.xml", EXAMPLES / "tokens.c", "@BASICBLOCKENTRY", 64)
write("nothing.c", "int main(void) { return 3; }\n")
done, tests = suite("nothing.c", folder="tokens")
expect("a program without inputs has one test", len(tests) == 1 and len(tests[0]) == 0 and done.returncode == 0, done)

# Other machines, several files, another entry.
done, tests = suite(EXAMPLES / "triangle.c", "--data-model", "32", folder="narrow")
expect("32 bits: tests, and coverage or the reason why not", tests and done.returncode == 0 and
       ("behaved as predicted" in done.stdout or NOT_MEASURED in done.stdout), done)
write("half.c", "extern int __VERIFIER_nondet_int(void);\nint other(int);\nstatic int start(void) {\n"
                "  return other(__VERIFIER_nondet_int()) + LIMIT;\n}\nint (*keep)(void) = start;\n")
write("other.c", "int other(int x) { return x > LIMIT ? 1 : x == 5 ? 2 : 0; }\nint main(void) { return 77; }\n")
done, tests = suite("half.c", "other.c", "--entry", "start", "-D", "LIMIT=40", folder="parts")
expect("parts", done.returncode == 0 and len(tests) == 3, done)

# Ends from outside: the tests that were found stay.
write("endless.c", "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n  unsigned sum = 0;\n  for (;;) {\n"
                   "    int x = __VERIFIER_nondet_int();\n    if (x > 5) sum += x;\n    if (sum * sum == 1234567) return 1;\n"
                   "  }\n}\n")
begin = time.monotonic()
done, tests = suite("endless.c", "--timeout", "4", folder="timeout")
expect("timeout: tests, status, in time", tests and done.returncode == 2 and "suite: unknown (timeout" in done.stdout and
       time.monotonic() - begin < 8, done)
done, tests = suite("endless.c", "--memory", "1", "--prune", "none", folder="memory")
expect("memory limit", tests and done.returncode == 2 and "suite: unknown (memory limit" in done.stdout, done)
process = subprocess.Popen([ASSAY, "test", "-o", "interrupt", "endless.c"], cwd=FOLDER, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
time.sleep(3)
process.send_signal(signal.SIGINT)
out, err = process.communicate(timeout=20)
expect("interrupt: status and last line", process.returncode == 2 and re.search(r"suite: unknown \(interrupted.*\)\n$", out))
expect("interrupt: the tests stay", [check_test(t) for t in (FOLDER / "interrupt").glob("testcase-*.xml")])

# People at a terminal see how far it is.
leader, follower = pty.openpty()
process = subprocess.Popen([ASSAY, "test", "-o", "status", "--timeout", "4", "endless.c"], cwd=FOLDER, stderr=follower,
                           stdout=subprocess.DEVNULL)
os.close(follower)
shown = b""
try:
    while part := os.read(leader, 4096):
        shown += part
except OSError:  # the other end is closed
    pass
process.wait(timeout=20)
expect("status line: paths, states, queries, coverage",
       re.search(rb"\d+ paths, \d+ states, \d+ queries, \d+ of \d+ goals covered", shown))

# Wrong usage and bad input.
for what, status, arguments in [("unknown goal", 64, ["--cover", "lines", "nothing.c"]),
                                ("no C", 64, ["nothing.bc"]),
                                ("property", 64, ["--property", "unreach-call", "nothing.c"]),
                                ("foreign files", 64, ["-o", ".", "nothing.c"]),
                                ("no such file", 65, ["nowhere.c"]),
                                ("no folder", 65, ["-o", "nothing.c/suite", "nothing.c"])]:
    done = assay("test", *arguments)
    expect(f"{what}: status {status}", done.returncode == status and done.stdout == "" and done.stderr, done)
finish()
