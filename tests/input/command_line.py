#!/usr/bin/env python3
"""The command line itself: options, statuses, kinds of files, signals, pipes.

  command_line.py ASSAY CLANG"""
import json
import pathlib
import re
import signal
import subprocess
import time

from expect import ASSAY, CLANG, FOLDER, assay, expect, finish, write

write("good.c", "int main(void) { return 4; }\n")
write("forever.c", "int main(void) { for (unsigned i = 0;; i++) {} }\n")
write("echo.c", "extern int __VERIFIER_nondet_int(void);\n"
                "int main(void) { return 10 * __VERIFIER_nondet_int() + __VERIFIER_nondet_int(); }\n")


def wrong_usage(what, *arguments):
    done = assay(*arguments)
    expect(f"{what}: status 64", done.returncode == 64, done)
    expect(f"{what}: one line", len(done.stderr.splitlines()) == 1 and done.stderr.startswith("assay: "), done)
    expect(f"{what}: no output", done.stdout == "", done)


def outcome(what, wanted, status, *arguments):
    done = assay("run", *arguments)
    expect(f"{what}: {wanted}", done.stdout.splitlines()[-1:] == [f"outcome: {wanted}"], done)
    expect(f"{what}: status {status}", done.returncode == status, done)
    return done


wrong_usage("nothing")
wrong_usage("no file", "run")
wrong_usage("unknown option", "run", "--no-such-option", "good.c")
wrong_usage("option of another command", "check", "--steps", "9", "good.c")
wrong_usage("option without value", "run", "good.c", "--seed")
wrong_usage("number out of range", "check", "--object-bits", "99", "good.c")
wrong_usage("negative number", "check", "--timeout", "-1", "good.c")
wrong_usage("no number", "check", "--timeout", "soon", "good.c")
wrong_usage("unknown data model", "check", "-m", "16", "good.c")
wrong_usage("no limit of this name", "check", "--limit", "kiki.turns=3", "good.c")
wrong_usage("no group of this name", "check", "--limit", "kikki.turn=3", "good.c")
wrong_usage("a limit without a value", "check", "--limit", "kiki.turn", "good.c")
wrong_usage("a limit of zero", "check", "--limit", "kiki.turn=0", "good.c")
wrong_usage("a limit that is no number", "test", "--limit", "symex.stateSteps=many", "good.c")
wrong_usage("input that is no number", "run", "--inputs", "1,x", "echo.c")
wrong_usage("two ways to give inputs", "run", "--inputs", "1", "--inputs-file", "values", "echo.c")

done = assay("--version")
expect("version on one line", re.fullmatch(r"assay \d+\.\d+\.\d+\n", done.stdout) and done.returncode == 0, done)
for command in ([], ["check"], ["run"], ["program"], ["test"]):
    done = assay(*command, "--help")
    expect(f"help of {command}", done.returncode == 0 and "--help" in done.stdout and done.stderr == "", done)

# Limits: hidden from the help.
done = assay("--limits")
expect("limits", done.returncode == 0 and done.stderr == "" and
       all(re.fullmatch(r"[a-z0-9]+\.\w+ +\d+(?: ms)?  \S.*", line) for line in done.stdout.splitlines()) and
       {"shared", "strategy", "common", "kiki", "symex"} <= {line.split(".")[0] for line in done.stdout.splitlines()}, done)
expect("the help does not show them", "--limits" not in assay("--help").stdout)
done = assay("--limit", "kiki.turn=70", "--limit", "symex.stateSteps=5", "--quiet", "good.c")
expect("other limits", done.returncode == 0 and done.stdout == "verdict: true\n", done)

done = assay("good.c")
expect("check is the command when none is named",
       done.returncode == 0 and done.stdout.splitlines()[-1] == "verdict: true", done)
expect("the same with an option first", assay("--property", "assert", "-m", "32", "good.c").stdout.splitlines()[-1:] ==
       ["verdict: true"])

# Evidence.
write("bad.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
               "int main(void) {\n  int x = __VERIFIER_nondet_int();\n  if (x == 77) reach_error();\n}\n")
done = assay("--property", "unreach-call", "--json", "r.json", "--witness", "w.yml", "bad.c")
expect("a violation", done.returncode == 1 and done.stdout.endswith("verdict: false(unreach-call)\n"), done)
expect("its trace", "x = 77 (int, input)" in done.stdout and "note: inputs: 77" in done.stdout, done)
report = json.loads((FOLDER / "r.json").read_text())
expect("its report", report["verdict"] == "false" and report["version"] == 4 and report["checks"][0]["line"] == 5
       and {"name": "x", "value": "77", "input": True, "type": "int", "storage": "stack"}
       in report["findings"][0]["trace"]["steps"][0]["changes"])
witness = (FOLDER / "w.yml").read_text()
expect("its witness", "violation_sequence" in witness and "result == 77" in witness and "type: target" in witness)
done = assay("--property", "unreach-call", "--quiet", "--witness", "w.yml", "good.c")
expect("a proof, quietly", done.returncode == 0 and done.stdout == "verdict: true\n", done)
expect("its witness", "invariant_set" in (FOLDER / "w.yml").read_text())
done = assay("--json", "nowhere/r.json", "good.c")
expect("a report that cannot be written", done.returncode == 65 and "nowhere/r.json: cannot be written" in done.stderr, done)
begin = time.monotonic()
done = assay("-t", "20", "--witness", "nowhere/w.yml", "forever.c")
expect("a folder that is missing is noticed before the work", done.returncode == 65 and time.monotonic() - begin < 10 and
       "there is no folder nowhere" in done.stderr, done)
done = assay("--property", "unreach-call", "--json", "-", "bad.c")
expect("a report on standard output", json.loads(done.stdout or "{}").get("verdict") == "false" and
       done.stderr.endswith("verdict: false(unreach-call)\n") and not (FOLDER / "-").exists(), done)
done = assay("-q", "--property", "unreach-call", "--json", "/dev/null", "--witness", "/dev/stdout", "bad.c")
expect("a witness on standard output", "violation_sequence" in done.stdout and "verdict" not in done.stdout, done)
wrong_usage("two reports on standard output", "--json", "-", "--witness", "-", "bad.c")
expect("devices stay what they are", pathlib.Path("/dev/null").is_char_device())

# Inputs.
outcome("no inputs", "exit 4", 0, "good.c")
outcome("inputs", "exit 25", 0, "--inputs", "2,5", "echo.c")
outcome("inputs in two options", "exit 25", 0, "-i", "2", "-i", "0x5", "echo.c")
outcome("negative inputs", "exit 8", 0, "--inputs", "1,-2", "echo.c")
outcome("out of inputs", "unknown (out of inputs)", 2, "--inputs", "2", "echo.c")
write("values", "3\n 4\n")
outcome("inputs from a file", "exit 34", 0, "--inputs-file", "values", "echo.c")
first = assay("run", "--seed", "9", "echo.c")
expect("a seed gives the same run again", first.stdout == assay("run", "--seed", "9", "echo.c").stdout, first)
done = assay("run", "--inputs-file", "nowhere", "echo.c")
expect("missing inputs file", done.returncode == 65 and "nowhere" in done.stderr, done)

# Limits.
outcome("steps", "unknown (step limit)", 2, "--steps", "1000", "forever.c")
begin = time.monotonic()
outcome("timeout", "unknown (timeout)", 2, "--timeout", "1", "forever.c")
expect("the timeout is kept", 0.8 < time.monotonic() - begin < 4)
write("hungry.c", "#include <stdlib.h>\n#include <string.h>\nint main(void) { for (;;) memset(malloc(1000000), 1, 1000000); }\n")
outcome("memory", "unknown (memory limit)", 2, "-p", "unreach-call", "--memory", "64", "hungry.c")
write("large.c", "struct s { char bytes[1L << 38]; };\nstatic struct s a, b = {{1}};\n"
                 "int main(int n, char **v) { if (n > 1) a = b; return a.bytes[1L << 37] + b.bytes[1L << 36]; }\n")
outcome("large objects of which little is used", "exit 0", 0, "--memory", "64", "--inputs", "1", "large.c")
write("copied.c", "struct s { char bytes[1L << 38]; };\nstatic struct s a, b = {{1}};\nint main(void) { a = b; return a.bytes[5]; }\n")
begin = time.monotonic()
outcome("a copy that cannot fit", "unknown (memory limit)", 2, "--memory", "64", "copied.c")
expect("it is noticed soon", time.monotonic() - begin < 10)
# More than a few megabytes of formulas.
write("formulas.c", "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
                    "int main(void) {\n  long long a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = 1;\n"
                    "  for (int i = 0; i < 1000; i++) c = c * a + b / (c | 1);\n  if (c == 12345) reach_error();\n}\n")
done = assay("--engine", "bmc", "-p", "unreach-call", "--memory", "8", "--timeout", "60", "formulas.c")
expect("an engine alone keeps its limit of memory", done.returncode == 2 and
       done.stdout.splitlines()[-1:] == ["verdict: unknown (out of memory)"], done)
for engine in ("auto", "kiki"):
    done = assay("--memory", "10", "--engine", engine, "--native-replay", "off", "--timeout", "20", "formulas.c")
    expect(f"no engine is killed for lack of memory: {engine}", "killed by signal" not in done.stdout + done.stderr and
           done.stdout.splitlines()[-1:] != [] and done.stdout.splitlines()[-1].startswith("verdict: "), done)
write("deep.c", "int f(int n) { return n ? f(n - 1) + 1 : 0; }\nint main(void) { return f(1000000) == 1000000; }\n")
done = assay("run", "-p", "unreach-call", "deep.c")
expect("a million frames work, or end with a clear outcome", done.returncode in (0, 2), done)

# Kinds of files.
subprocess.run([CLANG, "-target", "x86_64-linux-gnu", "-c", "-emit-llvm", "-g", "good.c", "-o", "good.bc"], cwd=FOLDER,
               check=True)
subprocess.run([CLANG, "-target", "x86_64-linux-gnu", "-S", "-emit-llvm", "good.c", "-o", "good.ll"], cwd=FOLDER, check=True)
subprocess.run([CLANG, "-E", "good.c", "-o", "good.i"], cwd=FOLDER, check=True)
for name in ("good.bc", "good.ll", "good.i"):
    outcome(name, "exit 4", 0, name)
(FOLDER / "sub").mkdir()
(FOLDER / "sub/value.h").write_text("#define VALUE 6\n")
write("database.c", "#include <value.h>\nint main(void) { return VALUE + MORE; }\n")
write("compile_commands.json", json.dumps([{"directory": str(FOLDER), "file": "database.c",
                                            "command": "cc -Isub -DMORE=1 -c database.c"}]))
outcome("compile_commands.json", "exit 7", 0, "--compile-commands", "compile_commands.json", "database.c")
write("width.c", "#include <value.h>\nint main(void) { return (int)sizeof(long) + VALUE; }\n")
write("compile_commands.json", json.dumps([{"directory": str(FOLDER), "file": "width.c",
                                            "command": "gcc -m32 -O2 -march=native -isystem sub -Wall -g -c width.c -o width.o"}]))
outcome("-m32 in compile_commands.json", "exit 10", 0, "--compile-commands", "compile_commands.json", "width.c")
done = assay("test", "-o", "suite", "--compile-commands", "compile_commands.json", "width.c")
expect("tests with compile_commands.json", done.returncode == 0, done)
# Flags of compilers.
write("flags.c", "int main(void) {\n#ifdef GONE\n  return 1;\n#endif\n  return VALUE + MORE + _REENTRANT;\n}\n")
outcome("flags", "exit 9", 0, "-DGONE", "-UGONE", "-include", "sub/value.h", "-O2", "-Wall", "-g", "-pthread", "flags.c", "--",
        "-DMORE=2")
outcome("-isystem", "exit 14", 0, "-isystem", "sub", "width.c")
outcome("-m32", "exit 10", 0, "-m32", "-Isub", "width.c")
wrong_usage("a flag that is refused", "run", "-march=native", "good.c")
expect("its name is told", "-march=native" in assay("run", "-march=native", "good.c").stderr)
done = assay("run", "good.c", "--", "-no-such-flag")
expect("a flag that clang does not know", done.returncode == 65 and "-no-such-flag" in done.stderr, done)
write("arguments.c", "int main(int argc, char **argv) { return argc == 1 && argv[0] && !argv[1] ? 3 : 4; }\n")
outcome("main has one argument", "exit 3", 0, "arguments.c")
done = assay("test", "-o", "suite", "arguments.c")
expect("tests that do not vary the arguments are not complete", done.returncode == 2 and
       "suite: unknown (tests do not vary the arguments of main)" in done.stdout, done)
done = assay("program", "echo.c")
write("echo.assay", done.stdout)
outcome("the text form runs too", "exit 25", 0, "--inputs", "2,5", "echo.assay")
expect("the text form prints as it was read", assay("program", "echo.assay").stdout == done.stdout)
done = assay("program", "--roundtrip", "echo.c")
expect("roundtrip", done.returncode == 0, done)
done = assay("program", "--dot", "echo.c")
expect("dot", done.returncode == 0 and "digraph" in done.stdout, done)
drawn = subprocess.run(["dot", "-Tsvg"], input=done.stdout, capture_output=True, text=True)
expect("Graphviz draws it", drawn.returncode == 0 and "<svg" in drawn.stdout and drawn.stderr == "", drawn)
write("list.c", """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node { int data; struct node *next; };
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *first = malloc(sizeof *first);
    if (!first) abort();
    first->data = 7;
    first->next = list;
    list = first;
  }
  while (list) {
    struct node *rest = list->next;
    free(list);
    list = rest;
  }
}
""")
done = assay("check", "-p", "valid-memcleanup", "--dot", "heaps.dot", "list.c")
heaps = (FOLDER / "heaps.dot").read_text() if (FOLDER / "heaps.dot").exists() else ""
expect("heaps are drawn", done.returncode == 0 and "loop at list.c:6" in heaps and
       "a segment of struct node" in heaps and "data == 7" in heaps, done)
drawn = subprocess.run(["dot", "-Tsvg"], input=heaps, capture_output=True, text=True)
expect("Graphviz draws heaps", drawn.returncode == 0 and ">list<" in drawn.stdout and drawn.stderr == "", drawn)
done = assay("check", "-p", "unreach-call", "--dot", "none.dot", "good.c")
expect("no heaps to draw", done.returncode == 0 and "no heaps were drawn" in done.stdout and
       not (FOLDER / "none.dot").exists(), done)
done = assay("program", "--summary", "echo.c")
expect("summary", done.returncode == 0 and re.search(r"^functions: ", done.stdout, re.M), done)
write("beside.c", "int main(void) { int *p = 0; return *p; }\n")
beside = subprocess.run([ASSAY, "-p", "valid-deref", "--native-replay", "off", str(FOLDER / "beside.c")], cwd=FOLDER / "sub",
                        capture_output=True, text=True)
expect("a file beside the current folder is found again", f"{FOLDER}/beside.c:1:" in beside.stdout and
       "return *p;" in beside.stdout, beside)
done = assay("run", "--stats", "good.c")
expect("statistics on standard error", "loading" in done.stderr and "loading" not in done.stdout, done)

# Signals and pipes.
for number in (signal.SIGINT, signal.SIGTERM):
    process = subprocess.Popen([ASSAY, "run", "forever.c"], cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
    time.sleep(1)
    process.send_signal(number)
    out, err = process.communicate(timeout=20)
    expect(f"signal {number}: status 2 and one message", process.returncode == 2 and "unknown (interrupted)" in out and
           (out + err).count("interrupted") <= 2)
big = "int main(void) { int x = 0;\n" + "if (x == 1) x++;\n" * 5000 + "return x; }\n"
write("big.c", big)
piped = subprocess.run(f"{ASSAY} program big.c | head -1", shell=True, cwd=FOLDER, capture_output=True, text=True)
expect("a reader that goes away is no problem", piped.stderr == "" and piped.stdout, piped)
full = subprocess.run(f"{ASSAY} program good.c > /dev/full", shell=True, cwd=FOLDER, capture_output=True, text=True)
expect("a full disk is reported", full.returncode == 70 and len(full.stderr.splitlines()) == 1, full)
finish()
